import {
  createCurrencyContract,
  CovenantError,
  type CurrencyDraft,
  currencyConsentsIn,
  type CurrencyMoveKind,
  decodeVaultProposal,
  DEFAULT_CURRENCY_FEES,
  encodeVaultProposal,
  findCurrencyFunding,
  isCurrencyPaused,
  proposeCurrencyFunding,
  proposeCurrencyMove,
  proposeTillFilling,
  proposeTillTaking,
  proposeVaultSpend,
  vaultConsentsIn,
  type VaultProposal,
  type VaultProposalRecord,
} from '../src/index.js';
import { currencyTerms, DAY, LiveCurrency, MONTH } from './support/currency-scenario.js';
import { createParty, pay } from './support/party.js';
import { withUnlocking } from './support/stored-proposal.js';
import { openScene } from './support/vault-scenario.js';

/** 1,500.00 USD. */
const AMOUNT = 150_000n;
const satoshisAt = (price: bigint): bigint => (AMOUNT * 100_000_000n) / price;
const { reserve } = DEFAULT_CURRENCY_FEES;

/** A vault that has spent once, so that its state can start a category, and two people whom it pays. */
const scene = async () => {
  const opened = await openScene(500_000n);
  const { chain, scenario, payee } = opened;
  chain.fund(scenario.contract.lockingBytecode, 4_000_000_000n);
  const rent = { type: 'BCH', satoshis: 1_000n } as const;
  await scenario.execute(
    proposeVaultSpend(scenario.contract, scenario.holdings, payee.lockingBytecode, rent),
    'alice',
    'bob',
  );
  chain.mine(1);
  const people = [createParty(chain, 'ada'), createParty(chain, 'bea')] as const;
  const contract = createCurrencyContract(currencyTerms(scenario.contract.lockingBytecode), 'devnet');
  const start = chain.locktime() + DAY;
  const drafts = people.map(({ lockingBytecode }): CurrencyDraft => ({
    recipient: lockingBytecode,
    amount: AMOUNT,
    periods: 12,
    firstDue: start,
    satoshis: 1_000_000_000n + reserve,
  }));
  return { ...opened, people, contract, drafts, start };
};

/** A proposal as signers get it: written and read again. */
const stored = ({ scenario }: Pick<Awaited<ReturnType<typeof scene>>, 'scenario'>, proposal: VaultProposal) => {
  const read = decodeVaultProposal(scenario.contract, encodeVaultProposal(proposal));
  expect(encodeVaultProposal(read)).toEqual(encodeVaultProposal(proposal));
  return read;
};

/** Has two signers open the payments, and finds them by the bytes of the funding. */
const open = async (given: Awaited<ReturnType<typeof scene>>): Promise<readonly LiveCurrency[]> => {
  const { chain, scenario, contract, drafts } = given;
  const proposal = proposeCurrencyFunding(scenario.contract, scenario.holdings, contract, drafts, chain.tip());
  expect(proposal.kind).toBe('payment');
  const step = await scenario.execute(stored(given, proposal), 'bob', 'carol');
  if (step?.next === undefined) throw new Error('The vault did not go on');
  const found = findCurrencyFunding('devnet', step.txid, chain.transaction(step.txid));
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  expect(found.plan.contract.lockingBytecode).toEqual(contract.lockingBytecode);
  chain.mine(1);
  return found.plan.payments.map((payment) => new LiveCurrency(chain, found.plan.contract, payment));
};

const move = async (
  given: Awaited<ReturnType<typeof scene>>,
  lives: readonly LiveCurrency[],
  kind: CurrencyMoveKind,
) => {
  const { chain, scenario } = given;
  const items = lives.map(({ item }) => item);
  const proposal = proposeCurrencyMove(scenario.contract, scenario.holdings, items, kind, chain.locktime());
  expect(proposal.kind).toBe(kind);
  const step = await scenario.execute(stored(given, proposal), 'alice', 'carol');
  // The outputs of the payments are not what the vault pays.
  expect(step?.payouts).toEqual([]);
  const transaction = chain.transaction(step?.txid ?? '');
  expect(currencyConsentsIn(transaction)).toEqual(lives.map((_, i) => ({ input: i + 1, act: kind })));
  expect(vaultConsentsIn(transaction)).toEqual(
    lives.map((_, i) => ({ input: i + 1, inputs: 1, act: kind, behind: 3 * i + 4 })),
  );
  chain.mine(1);
  return lives.map((life) => life.follow(step?.txid ?? ''));
};

describe('payments in a currency of a vault', () => {
  it('are opened, paused, resumed and cancelled by two signers, and what is left returns to the vault', async () => {
    const given = await scene();
    const { chain, scenario, people, start } = given;
    const lives = await open(given);
    expect(lives).toHaveLength(2);
    chain.reach(start);
    for (const [i, life] of lives.entries()) {
      const before = people[i]?.balance() ?? 0n;
      expect(life.perform(45_000n)).toMatchObject({ kind: 'pay', paidToRecipient: satoshisAt(45_000n) });
      expect(people[i]?.balance()).toBe(before + satoshisAt(45_000n));
    }
    expect((await move(given, lives, 'pause')).map(({ kind }) => kind)).toEqual(['pause', 'pause']);
    chain.mine(12);
    for (const life of lives) {
      expect(life.perform(45_000n).kind).toBe('settle');
      expect(isCurrencyPaused(life.now.state)).toBe(true);
    }
    expect((await move(given, lives, 'resume')).map(({ kind }) => kind)).toEqual(['resume', 'resume']);
    for (const life of lives) expect(isCurrencyPaused(life.now.state)).toBe(false);

    // Somebody tops one of them up: the till is of this payment, no matter who its sender is.
    const [first, second] = lives;
    if (first === undefined || second === undefined) throw new Error('Two were opened');
    const stranger = createParty(chain, 'stranger', 1_000_000_000n);
    await pay(stranger, { to: first.till.lockingBytecode, amount: 500_000_000n });
    expect(first.perform(45_000n)).toMatchObject({ kind: 'topUp', isFromTill: true });

    await move(given, lives, 'cancel');
    const before = scenario.satoshis;
    chain.mine(12);
    const returned = lives.map((life) => {
      const step = life.perform(45_000n);
      expect(step).toMatchObject({ kind: 'refund', next: undefined });
      return step.returnedToSender;
    });
    expect(scenario.satoshis).toBe(before + returned.reduce((sum, each) => sum + each, 0n));
  });

  it('pay what falls due during the notice, at the price of its date', async () => {
    const given = await scene();
    const { chain, start } = given;
    const [life] = await open(given);
    if (life === undefined) throw new Error('Two were opened');
    chain.reach(start - 600n);
    await move(given, [life], 'cancel');
    chain.reach(start);
    expect(life.perform(30_000n)).toMatchObject({ kind: 'pay', paidToRecipient: satoshisAt(30_000n) });
    expect(life.now.state.next).toBe(start + MONTH);
  });

  it('are topped up by two signers of the vault that is their sender, at their own till', async () => {
    const given = await scene();
    const { scenario } = given;
    const [life] = await open(given);
    if (life === undefined) throw new Error('Two were opened');
    const { contract } = life.item;
    const { category, state } = life.now;
    const owner = { category, index: state.index };
    const other = await openScene(500_000n);
    expect(() => proposeTillFilling(other.scenario.contract, other.scenario.holdings, contract, owner, 1n)).toThrow(
      'These payments have another sender',
    );
    const amount = 200_000_000n;
    const proposal = proposeTillFilling(scenario.contract, scenario.holdings, contract, owner, amount);
    expect(proposal.kind).toBe('topup');
    await scenario.execute(stored(given, proposal), 'alice', 'bob');
    const held = life.now.satoshis;
    const step = life.perform(45_000n);
    expect(step).toMatchObject({ kind: 'topUp', isFromTill: true });
    expect(life.now.satoshis).toBe(held + step.added);
    expect(amount - step.added > 0n && amount - step.added <= 1_780n).toBe(true);
  });

  it('have what was not added to one taken back by two signers, and by nobody else', async () => {
    const given = await scene();
    const { chain, scenario } = given;
    const [life] = await open(given);
    if (life === undefined) throw new Error('Two were opened');
    const { contract } = life.item;
    const { category, state } = life.now;
    const owner = { category, index: state.index };
    const stranger = createParty(chain, 'stranger', 1_000_000_000n);
    await pay(stranger, { to: life.till.lockingBytecode, amount: 6_000_000n });
    const inTill = () => chain.coinsOf(life.till.lockingBytecode);
    const take = () => proposeTillTaking(scenario.contract, scenario.holdings, contract, owner, inTill());
    chain.mine(11);
    await expect(scenario.execute(stored(given, take()), 'alice', 'carol')).rejects.toThrow();
    chain.mine(1);
    const other = await openScene(500_000n);
    expect(() =>
      proposeTillTaking(other.scenario.contract, other.scenario.holdings, contract, owner, inTill()),
    ).toThrow('These payments have another sender');
    // A coin of a till is not hidden behind a proposal of another kind, nor a move behind a taking.
    const record = encodeVaultProposal(take());
    const refused = (hidden: VaultProposalRecord) =>
      expect(() => decodeVaultProposal(scenario.contract, hidden)).toThrow('which its kind does not allow');
    for (const kind of ['spend', 'topup', 'payment', 'cancel', 'pause', 'resume', 'announce'] as const)
      refused({ ...record, kind });
    const cancel = proposeCurrencyMove(scenario.contract, scenario.holdings, [life.item], 'cancel', chain.locktime());
    refused({ ...encodeVaultProposal(cancel), kind: 'take' });
    const adding = life.till.unlock('add').generateUnlockingBytecode({
      transaction: { version: 2, locktime: 0, inputs: [], outputs: [] },
      sourceOutputs: [],
      inputIndex: 1,
    });
    refused(withUnlocking(record, 1, adding));
    const before = scenario.satoshis;
    const proposal = take();
    const step = await scenario.execute(stored(given, proposal), 'alice', 'carol');
    expect(step?.payouts).toEqual([]);
    expect(scenario.satoshis).toBe(before + 6_000_000n - proposal.fee);
    expect(inTill()).toEqual([]);
  });

  it('are not proposed by another vault, nor without a coin that can start a category', async () => {
    const given = await scene();
    const { chain, scenario, contract, drafts } = given;
    const other = await openScene(500_000n);
    const [life] = await open(given);
    if (life === undefined) throw new Error('Two were opened');
    const propose = () =>
      proposeCurrencyMove(other.scenario.contract, other.scenario.holdings, [life.item], 'cancel', chain.locktime());
    expect(propose).toThrow('These payments have another sender');
    expect(() =>
      proposeCurrencyFunding(other.scenario.contract, other.scenario.holdings, contract, drafts, chain.tip()),
    ).toThrow('These payments have another sender');
    expect(() =>
      proposeCurrencyMove(scenario.contract, scenario.holdings, [life.item], 'resume', chain.locktime()),
    ).toThrow(RangeError);
    const { state } = scenario.holdings;
    const late = { state: state && { ...state, outpoint: { ...state.outpoint, vout: 3 } }, coins: [] };
    expect(() => proposeCurrencyFunding(scenario.contract, late, contract, drafts, chain.tip())).toThrow(CovenantError);
  });

  it('are refused where a proposal does to them what its kind does not say', async () => {
    const given = await scene();
    const { chain, scenario, payee } = given;
    const lives = await open(given);
    const [first, second] = lives;
    if (first === undefined || second === undefined) throw new Error('Two were opened');
    const recordOf = (kind: CurrencyMoveKind) => {
      const items = lives.map(({ item }) => item);
      return encodeVaultProposal(
        proposeCurrencyMove(scenario.contract, scenario.holdings, items, kind, chain.locktime()),
      );
    };
    const refused = (record: VaultProposalRecord) =>
      expect(() => decodeVaultProposal(scenario.contract, record)).toThrow('which its kind does not allow');
    const cancel = recordOf('cancel');
    for (const kind of [
      'spend',
      'close',
      'plan',
      'stream',
      'payment',
      'airdrop',
      'pause',
      'resume',
      'announce',
    ] as const)
      refused({ ...cancel, kind });
    const pause = recordOf('pause');
    for (const kind of ['spend', 'payment', 'cancel', 'resume'] as const) refused({ ...pause, kind });
    // No signature covers the function that an input calls.
    const { contract } = second.item;
    for (const name of ['settle', 'resume', 'topUp', 'payDebt', 'close', 'refund', 'sweep'] as const) {
      const unlocker = name === 'resume' ? contract.resume(0n) : contract.call(name);
      const unlocking = unlocker.generateUnlockingBytecode({
        transaction: { version: 2, locktime: 0, inputs: [], outputs: [] },
        sourceOutputs: [],
        inputIndex: 0,
      });
      refused(withUnlocking(cancel, 2, unlocking));
      if (name === 'resume') refused({ ...withUnlocking(cancel, 2, unlocking), kind: 'resume' });
    }
    // One payment beside the spend of coins.
    const rent = { type: 'BCH', satoshis: 1_000n } as const;
    const spend = proposeVaultSpend(scenario.contract, scenario.holdings, payee.lockingBytecode, rent);
    const both = proposeCurrencyMove(scenario.contract, scenario.holdings, [first.item], 'cancel', chain.locktime());
    refused(encodeVaultProposal({ ...both, kind: spend.kind }));
    expect(() => decodeVaultProposal(scenario.contract, cancel)).not.toThrow();
    expect(() => decodeVaultProposal(scenario.contract, pause)).not.toThrow();
  });
});
