import { decodeTransactionCommon, encodeDataPush, flattenBinArray, hexToBin } from '@bitauth/libauth';
import { pushesOf } from '../src/bytes/read-pushes.js';
import {
  buildKeylessFinish,
  CovenantError,
  cutPlan,
  decodeVaultProposal,
  encodeVaultProposal,
  planConsentsIn,
  planCost,
  planPartOf,
  planResume,
  planRow,
  MOVE_NOTE_SATOSHIS,
  proposeAnnouncement,
  proposePlanFunding,
  proposePlanResume,
  proposePlanStop,
  proposeVaultSpend,
  showsParty,
  stepFeeOf,
  vaultPayerBytes,
  type PlanCall,
  type PlanContract,
  type PlanPart,
  type VaultProposalRecord,
} from '../src/index.js';
import { foundIn, partsOf, planOf, PlanScenario, somebody, streamOf, unitsAt } from './support/plan-scenario.js';
import { withUnlocking } from './support/stored-proposal.js';
import { openScene, type VaultScene } from './support/vault-scenario.js';

const DAY = 86_400n;
/** A vault that has spent once, so that its state is at a first output. */
const scene = async (): Promise<VaultScene & { readonly start: bigint }> => {
  const opened = await openScene(500_000n);
  const { chain, scenario, payee } = opened;
  chain.fund(scenario.contract.lockingBytecode, 4_000_000_000n);
  const spend = proposeVaultSpend(scenario.contract, scenario.holdings, payee.lockingBytecode, {
    type: 'BCH',
    satoshis: 1_000n,
  });
  await scenario.execute(spend, 'alice', 'bob');
  chain.mine(1);
  return { ...opened, start: chain.locktime() };
};

const firstOf = ([part]: readonly PlanPart[]): PlanPart => {
  if (part === undefined) throw new Error('Nothing to open');
  return part;
};

const vestingPart = ({ scenario, start }: Awaited<ReturnType<typeof scene>>, count: number): PlanPart =>
  firstOf(
    partsOf(
      planOf(
        'VESTING_BCH',
        scenario.contract.lockingBytecode,
        Array.from({ length: count }, (_, i) =>
          streamOf('VESTING_BCH', somebody(i), start, { total: 1_000_000n + BigInt(i), periods: 100 }),
        ),
      ),
    ),
  );

const salaryPart = ({ scenario, start }: Awaited<ReturnType<typeof scene>>): PlanPart => {
  const salary = streamOf('RECURRING_BCH', somebody(1), start, { total: 120_000n, period: 30n * DAY });
  return firstOf(partsOf(planOf('RECURRING_BCH', scenario.contract.lockingBytecode, [salary])));
};

const openPlan = async (given: Awaited<ReturnType<typeof scene>>, part: PlanPart): Promise<PlanScenario> => {
  const { chain, scenario } = given;
  const proposal = proposePlanFunding(scenario.contract, scenario.holdings, part, chain.tip());
  const transition = await scenario.execute(proposal, 'bob', 'carol');
  if (transition?.next === undefined) throw new Error('The vault did not go on');
  return new PlanScenario(chain, foundIn(chain, transition.txid), undefined);
};

const oneStream = (sender: Uint8Array, recipient: Uint8Array, start: bigint) =>
  planOf('VESTING_BCH', sender, [streamOf('VESTING_BCH', recipient, start, { total: 10_000n, periods: 1 })]);

/** What a refusal names. */
const problemOf = (work: () => unknown): string | undefined => {
  try {
    work();
  } catch (error) {
    if (error instanceof CovenantError) return error.code;
    throw error;
  }
  return undefined;
};

describe('the cost of a plan that a vault funds', () => {
  it('is what its state pays, to some bytes', async () => {
    const opened = await scene();
    const { scenario, start } = opened;
    const plan = planOf('VESTING_BCH', scenario.contract.lockingBytecode, []);
    const rows = Array.from({ length: 3 }, (_, i) => {
      const draft = streamOf('VESTING_BCH', somebody(i), start, { total: 50_000n, periods: 100 });
      const row = planRow(plan, draft, i + 1, 'devnet');
      if (typeof row === 'string') throw new Error(row);
      return row;
    });
    const [run] = cutPlan(plan, rows);
    if (run === undefined) throw new Error('There are rows');
    const part = planPartOf(plan, run.streams, 'devnet');
    const proposal = proposePlanFunding(scenario.contract, scenario.holdings, part, opened.chain.tip());
    const cost = planCost(plan, run, { payer: vaultPayerBytes(scenario.contract) });
    expect(proposal.coins).toHaveLength(1);
    expect(Math.abs(cost.bytes - proposal.size)).toBeLessThan(8);
    expect(cost.bytes - planCost(plan, run).bytes).toBeGreaterThan(400);
  });
});

const callOf = (contract: PlanContract, name: PlanCall): Uint8Array =>
  contract.call(name).generateUnlockingBytecode({
    transaction: { inputs: [], locktime: 0, outputs: [], version: 2 },
    sourceOutputs: [],
    inputIndex: 0,
  });

/** The same proposal with another function of the covenant called at an input. */
const withCall = (
  record: VaultProposalRecord,
  input: number,
  contract: PlanContract,
  name: PlanCall,
): VaultProposalRecord => withUnlocking(record, input, callOf(contract, name));

describe('a vault as the sender of a plan', () => {
  it('opens 100 streams by two signatures, cancels some, and gets back what they return', async () => {
    const given = await scene();
    const { chain, scenario, start } = given;
    const part = vestingPart(given, 100);
    expect(proposePlanFunding(scenario.contract, scenario.holdings, part, chain.tip()).size).toBe(16_867);
    const plan = await openPlan(given, part);
    expect(plan.streams.size).toBe(100);
    const { inputs } = chain.transaction(plan.plan.txid);
    expect(inputs.some((input) => showsParty(scenario.contract.lockingBytecode, input))).toBe(true);
    chain.reach(start + 10n * DAY);
    // What docs/covenants/vault.md says, two ECDSA signatures counted.
    const sizeOf = (count: number) => {
      const stops = Array.from({ length: count }, (_, i) => plan.stopItem(i + 1, 'cancel', start + 10n * DAY));
      return proposePlanStop(scenario.contract, scenario.holdings, stops).size;
    };
    expect([1, 3, 80].map(sizeOf)).toEqual([1_697, 3_713, 81_219]);
    const items = [3, 50, 100].map((index) => plan.stopItem(index, 'cancel', start + 10n * DAY));
    const proposal = proposePlanStop(scenario.contract, scenario.holdings, items);
    const stored = decodeVaultProposal(scenario.contract, encodeVaultProposal(proposal));
    expect(encodeVaultProposal(stored)).toEqual(encodeVaultProposal(proposal));
    const executed = await scenario.execute(stored, 'alice', 'carol');
    // The streams' own outputs are not a payment of the vault's.
    expect(executed?.payouts).toEqual([]);
    for (const index of [3, 50, 100])
      expect(plan.follow(index, executed?.txid ?? '')).toMatchObject({ kind: 'cancel' });
    expect(planConsentsIn(chain.transaction(executed?.txid ?? ''))).toEqual(
      [1, 2, 3].map((input) => ({ input, product: 'VESTING_BCH', act: 'cancel', byFirstCoin: true })),
    );
    chain.mine(12);
    const held = unitsAt(chain, scenario.contract.lockingBytecode);
    for (const index of [3, 50, 100]) plan.refund(index);
    expect(unitsAt(chain, scenario.contract.lockingBytecode) - held).toBeGreaterThan(2_700_000n);
    expect(scenario.state?.state.spends).toBe(3);
  });

  it('pauses and resumes salaries', async () => {
    const given = await scene();
    const { chain, scenario } = given;
    const plan = await openPlan(given, salaryPart(given));
    const pause = proposePlanStop(scenario.contract, scenario.holdings, [plan.stopItem(1, 'pause')]);
    const paused = await scenario.execute(
      decodeVaultProposal(scenario.contract, encodeVaultProposal(pause)),
      'alice',
      'bob',
    );
    plan.follow(1, paused?.txid ?? '');
    chain.mine(12);
    plan.settle(1);
    const { contract, recipient } = plan.stream(1);
    const resume = planResume(contract, plan.coin(1), chain.locktime());
    if (resume === undefined) throw new Error('No resume is possible');
    const item = { contract, coin: plan.coin(1), recipient, resume };
    const going = await scenario.execute(
      proposePlanResume(scenario.contract, scenario.holdings, [item]),
      'alice',
      'bob',
    );
    expect(plan.follow(1, going?.txid ?? '')).toMatchObject({ kind: 'resume', paidToRecipient: 10_000n });
  });

  it('refuses proposals that do to streams what their kind does not say', async () => {
    const given = await scene();
    const { scenario } = given;
    const plan = await openPlan(given, vestingPart(given, 2));
    const cancel = encodeVaultProposal(
      proposePlanStop(scenario.contract, scenario.holdings, [plan.stopItem(1, 'cancel'), plan.stopItem(2, 'cancel')]),
    );
    const hidden = (record: VaultProposalRecord) => () => decodeVaultProposal(scenario.contract, record);
    for (const kind of ['spend', 'close', 'plan', 'stream', 'payment', 'airdrop', 'pause', 'resume'] as const)
      expect(problemOf(hidden({ ...cancel, kind }))).toBe('HIDDEN_CONSENT');
    for (const name of ['pay', 'end', 'refund', 'sweep'] as const)
      expect(problemOf(hidden(withCall(cancel, 2, plan.stream(2).contract, name)))).toBe('HIDDEN_CONSENT');
    // This plan does not hide the code of another plan's cancel.
    const other = firstOf(partsOf(oneStream(scenario.contract.lockingBytecode, somebody(1), given.start))).contracts[0];
    const [theirs, own] = [other, plan.stream(2).contract].map((each) => each && pushesOf(callOf(each, 'cancel')));
    const mixed = flattenBinArray(
      [...(theirs ?? []).slice(0, -1), own?.at(-1) ?? new Uint8Array()].map(encodeDataPush),
    );
    expect(problemOf(hidden(withUnlocking(cancel, 2, mixed)))).toBe('HIDDEN_CONSENT');
    expect(hidden(cancel)).not.toThrow();
  });

  it('refuses a resume whose outputs are those of a cancel: the function that an input names is signed by nobody', async () => {
    const given = await scene();
    const { chain, scenario } = given;
    const plan = await openPlan(given, salaryPart(given));
    const pause = await scenario.execute(
      proposePlanStop(scenario.contract, scenario.holdings, [plan.stopItem(1, 'pause')]),
      'alice',
      'bob',
    );
    plan.follow(1, pause?.txid ?? '');
    chain.mine(12);
    plan.settle(1);
    const cancel = encodeVaultProposal(
      proposePlanStop(scenario.contract, scenario.holdings, [plan.stopItem(1, 'cancel')]),
    );
    const record = { ...withCall(cancel, 1, plan.stream(1).contract, 'resume'), kind: 'resume' } as const;
    expect(problemOf(() => decodeVaultProposal(scenario.contract, record))).toBe('HIDDEN_CONSENT');
    expect(problemOf(() => decodeVaultProposal(scenario.contract, cancel))).toBeUndefined();
  });

  it('opens a plan from its first deposit on, and calls it what it is', async () => {
    const { scenario, chain, payee } = await openScene(500_000n);
    const part = firstOf(
      partsOf(oneStream(scenario.contract.lockingBytecode, payee.lockingBytecode, chain.locktime())),
    );
    const proposal = proposePlanFunding(scenario.contract, scenario.holdings, part, chain.tip(), undefined, {
      kind: 'stream',
    });
    const stored = decodeVaultProposal(scenario.contract, encodeVaultProposal(proposal));
    expect(stored.kind).toBe('stream');
    const executed = await scenario.execute(stored, 'alice', 'bob');
    expect(foundIn(chain, executed?.txid ?? '').streams).toHaveLength(1);
  });

  it('says when no coin of it can begin a category', async () => {
    const { scenario, chain, payee } = await openScene();
    const part = firstOf(
      partsOf(oneStream(scenario.contract.lockingBytecode, payee.lockingBytecode, chain.locktime())),
    );
    const { state, coins } = scenario.holdings;
    if (state === undefined) throw new Error('The vault has no state');
    // As vaults are whose first deposit was made with its change first.
    const elsewhere = { state: { ...state, outpoint: { ...state.outpoint, vout: 1 } }, coins: coins.slice(1) };
    const opening = () => proposePlanFunding(scenario.contract, elsewhere, part, chain.tip());
    expect(problemOf(opening)).toBe('NO_GENESIS_COIN');
  });
});

describe('a vault as the recipient of a plan', () => {
  /** A plan of which the vault is sender and recipient. */
  const open = async (product: 'VESTING_BCH' | 'RECURRING_BCH' = 'VESTING_BCH', count = 3) => {
    const given = await scene();
    const { lockingBytecode } = given.scenario.contract;
    const drafts = Array.from({ length: count }, () =>
      streamOf(product, lockingBytecode, given.start, { total: 120_000n }),
    );
    const plan = await openPlan(given, firstOf(partsOf(planOf(product, lockingBytecode, drafts, { delay: 5 }))));
    given.chain.mine(1);
    const moves = (indexes: readonly number[]) =>
      indexes.map((index) => ({ contract: plan.stream(index).contract, coin: plan.coin(index) }));
    const announce = (to: Uint8Array, indexes = [1, 2, 3]) =>
      proposeAnnouncement(given.scenario.contract, given.scenario.holdings, { streams: moves(indexes), locks: [] }, to);
    return { ...given, plan, moves, announce };
  };

  it('moves streams to another address by two signatures, with its state at output 0 and the notice behind them', async () => {
    const { chain, scenario, plan, moves, announce, payee } = await open();
    const before = plan.coin(1);
    const proposal = announce(payee.lockingBytecode);
    const stored = decodeVaultProposal(scenario.contract, encodeVaultProposal(proposal));
    expect(encodeVaultProposal(stored)).toEqual(encodeVaultProposal(proposal));
    expect(stored.filled.map(({ sequence }) => sequence)).toEqual([1, 1, 1]);
    const executed = await scenario.execute(stored, 'alice', 'carol');
    const transaction = chain.transaction(executed?.txid ?? '');
    expect(transaction.locktime).toBe(4);
    expect(scenario.state?.state.spends).toBe(3);
    expect(executed?.payouts.map(({ valueSatoshis }) => valueSatoshis)).toEqual([0n, MOVE_NOTE_SATOSHIS]);
    expect(planConsentsIn(transaction)).toEqual(
      [1, 2, 3].map((input) => ({ input, product: 'VESTING_BCH', act: 'announce', byFirstCoin: true })),
    );
    for (const index of [1, 2, 3])
      expect(plan.follow(index, executed?.txid ?? '')).toMatchObject({
        kind: 'announce',
        named: payee.lockingBytecode,
      });
    expect(plan.coin(1).reserve).toBe(before.reserve + stepFeeOf(plan.stream(1).contract.terms));
    chain.mine(5);
    for (const move of moves([1, 2])) {
      const txid = chain.node.submit(buildKeylessFinish(move)?.hex ?? '');
      expect(plan.follow(move.coin.state.index, txid)).toMatchObject({ kind: 'finish' });
    }
    // What is still pending is undone by its own address.
    const undo = announce(scenario.contract.lockingBytecode, [3]);
    const undone = await scenario.execute(
      decodeVaultProposal(scenario.contract, encodeVaultProposal(undo)),
      'bob',
      'carol',
    );
    expect(plan.follow(3, undone?.txid ?? '')).toMatchObject({ kind: 'undo' });
    const [third] = moves([3]);
    const kept = chain.node.submit((third && buildKeylessFinish(third)?.hex) ?? '');
    expect(plan.follow(3, kept)).toMatchObject({ kind: 'keep' });
  });

  it('never takes consent to an announcement for consent to a cancel, nor the other way round', async () => {
    for (const product of ['VESTING_BCH', 'RECURRING_BCH'] as const) {
      const { scenario, plan, announce, payee } = await open(product);
      const { contract } = scenario;
      const record = encodeVaultProposal(announce(payee.lockingBytecode));
      const hidden = (changed: VaultProposalRecord) => problemOf(() => decodeVaultProposal(contract, changed));
      for (const kind of ['spend', 'close', 'plan', 'stream', 'payment', 'cancel', 'pause', 'resume'] as const)
        expect([kind, hidden({ ...record, kind })]).toEqual([kind, 'HIDDEN_CONSENT']);
      const calls: readonly PlanCall[] = product === 'VESTING_BCH' ? ['cancel'] : ['stop', 'resume'];
      for (const name of [...calls, 'pay', 'end', 'refund', 'sweep', 'finish', 'collect'] as const)
        expect([name, hidden(withCall(record, 2, plan.stream(2).contract, name))]).toEqual([name, 'HIDDEN_CONSENT']);
      const cancel = encodeVaultProposal(
        proposePlanStop(contract, scenario.holdings, [plan.stopItem(1, 'cancel'), plan.stopItem(2, 'cancel')]),
      );
      expect(hidden({ ...cancel, kind: 'announce' })).toBe('HIDDEN_CONSENT');
      expect(hidden({ ...withCall(cancel, 1, plan.stream(1).contract, 'announce'), kind: 'announce' })).toBe(
        'HIDDEN_CONSENT',
      );
      expect([hidden(record), hidden(cancel)]).toEqual([undefined, undefined]);
      // The locktime is what separates them: an announcement's numbers an output, a cancel's is a time.
      const locktimeOf = ({ unsignedTransaction }: VaultProposalRecord): number => {
        const transaction = decodeTransactionCommon(hexToBin(unsignedTransaction));
        if (typeof transaction === 'string') throw new Error(transaction);
        return transaction.locktime;
      };
      expect([locktimeOf(record) < 500_000_000, locktimeOf(cancel) >= 500_000_000]).toEqual([true, true]);
    }
  });

  it('is refused for streams of another recipient', async () => {
    const given = await scene();
    const plan = await openPlan(given, vestingPart(given, 2));
    given.chain.mine(1);
    const moves = [{ contract: plan.stream(1).contract, coin: plan.coin(1) }];
    const { contract, holdings } = given.scenario;
    expect(() =>
      proposeAnnouncement(contract, holdings, { streams: moves, locks: [] }, given.payee.lockingBytecode),
    ).toThrow('the recipient of all streams');
  });
});
