import { binToHex, decodeTransactionCommon, encodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import { monthNumber, type Paydays } from '@weir/calendar';
import {
  type CalendarDraft,
  calendarFunding,
  calendarMove,
  calendarConsentsIn,
  type CalendarCoin,
  type CalendarProduct,
  findCalendarDeployments,
  findCalendarFunding,
  openCalendarStream,
  planMoveItem,
  proposePlanMoves,
  readCalendarTransition,
} from '../src/calendar.js';
import {
  buildKeylessFinish,
  CovenantError,
  decodeVaultProposal,
  encodeVaultProposal,
  partyHash,
  proposeAnnouncement,
  proposeCalendarFunding,
  vaultConsentsIn,
  type VaultProposalRecord,
} from '../src/index.js';
import { encodeMoveNotice } from '../src/plan/move-notice.js';
import { createParty } from './support/party.js';
import { mintTo } from './support/plan-scenario.js';
import { withUnlocking } from './support/stored-proposal.js';
import { openScene } from './support/vault-scenario.js';

const LOCAL = { time: 32_400n, utcOffset: 3_600n };
const DAYS: Paydays = { months: 1n, day: 31n, ...LOCAL };
const FIRST = monthNumber({ year: 2025, month: 1 });
const DELAY = 144;

const draftOf = (kind: 'SALARY' | 'GRANT', recipient: Uint8Array, paydays: Paydays): CalendarDraft =>
  kind === 'SALARY'
    ? {
        kind,
        recipient,
        amount: 50_000n,
        periods: 12,
        firstPayday: paydays.secondDay === undefined ? FIRST : 2n * FIRST,
        group: { kind, paydays, noticeBlocks: 12, pausable: true, cancelable: true },
      }
    : {
        kind,
        recipient,
        total: 1_200_000n,
        released: 0n,
        day: 31n,
        firstMonth: FIRST,
        installments: 24n,
        group: {
          kind,
          months: 1n,
          cliff: 6n,
          local: LOCAL,
          allocation: 'CUMULATIVE_ROUND_DOWN',
          noticeBlocks: 12,
        },
      };

/** A stream by the calendar that a vault receives. */
const received = async (product: CalendarProduct, paydays: Paydays = DAYS) => {
  const { chain, scenario, payee } = await openScene(900_000n);
  const { lockingBytecode } = scenario.contract;
  const sender = createParty(chain, `sender of ${payee.name}`, 900_000_000n, 900_000_000n);
  const asset = product.endsWith('TOKEN') ? mintTo(chain, sender, 9_000_000_000n) : undefined;
  chain.mine(1);
  const opened = openCalendarStream(
    { sender: sender.lockingBytecode, nonce: partyHash(lockingBytecode).slice(0, 16), asset, delay: DELAY },
    draftOf(product.startsWith('SALARY') ? 'SALARY' : 'GRANT', lockingBytecode, paydays),
    'devnet',
  );
  if (!opened.ok) throw new Error(opened.problem);
  const funding = calendarFunding(opened.member.contract, opened.member);
  const build = () => funding.build(sender.funds(), chain.tip());
  const first = build();
  if (first.kind === 'preparation') await sender.send(first.transaction);
  const { transaction } = first.kind === 'preparation' ? build() : first;
  const txid = await sender.send(transaction);
  chain.mine(1);
  const found = findCalendarFunding('devnet', txid, chain.transaction(txid));
  const [stream] = found.ok ? found.plan.streams : [];
  if (stream === undefined) throw new Error('One stream was funded');
  const { contract } = stream;
  let coin: CalendarCoin = stream.coin;
  const follow = (id: string) => {
    const read = readCalendarTransition(contract, coin, id, chain.transaction(id));
    if (!read.ok || read.transition.next === undefined) throw new Error(`${id} is not a step of the stream`);
    coin = read.transition.next;
    chain.mine(1);
    return read.transition;
  };
  const announce = (to: Uint8Array) =>
    proposeAnnouncement(
      scenario.contract,
      scenario.holdings,
      { streams: [calendarMove(contract, coin)], locks: [] },
      to,
    );
  const agree = async (to: Uint8Array) => {
    const record = encodeVaultProposal(announce(to));
    const read = decodeVaultProposal(scenario.contract, record);
    expect(encodeVaultProposal(read)).toEqual(record);
    const step = await scenario.execute(read, 'alice', 'carol');
    return step?.txid ?? '';
  };
  const finish = () => {
    const built = buildKeylessFinish(calendarMove(contract, coin));
    if (built === undefined) throw new Error('The reserve does not pay');
    return follow(chain.node.submit(built.hex));
  };
  return { chain, vault: scenario.contract, payee, contract, announce, agree, follow, finish, now: () => coin };
};

const problemOf = (
  { vault }: Pick<Awaited<ReturnType<typeof received>>, 'vault'>,
  record: VaultProposalRecord,
): string | undefined => {
  try {
    decodeVaultProposal(vault, record);
  } catch (error) {
    if (error instanceof CovenantError) return error.code;
    throw error;
  }
  return undefined;
};

const TWICE: Paydays = { months: 1n, day: 15n, secondDay: 31n, ...LOCAL };

describe.each([
  ['SALARY_BCH', 'monthly', DAYS],
  ['SALARY_BCH', 'twice a month', TWICE],
  ['SALARY_TOKEN', 'monthly', DAYS],
  ['SALARY_TOKEN', 'twice a month', TWICE],
  ['GRANT_BCH', 'monthly', DAYS],
  ['GRANT_TOKEN', 'monthly', DAYS],
] as const)('a stream of %s, %s, that a vault receives', (product, _, paydays) => {
  it('moves to another address by two signers, who undo it and announce it again', async () => {
    const life = await received(product, paydays);
    const { chain, vault, payee, agree, follow, finish, now } = life;
    const txid = await agree(payee.lockingBytecode);
    const inputs = product.endsWith('TOKEN') ? 2 : 1;
    const transaction = chain.transaction(txid);
    expect(vaultConsentsIn(transaction)).toEqual([{ input: 1, inputs, act: 'announce', behind: 1 + inputs }]);
    expect(follow(txid).kind).toBe('announce');
    expect(now().state.movesTo).toEqual(partyHash(payee.lockingBytecode));
    expect(follow(await agree(vault.lockingBytecode)).kind).toBe('undo');
    expect(finish().kind).toBe('keep');
    follow(await agree(payee.lockingBytecode));
    chain.mine(DELAY);
    expect(finish().kind).toBe('finish');
    expect(now().state.recipient).toEqual(partyHash(payee.lockingBytecode));
  });

  it('is not taken to agree to anything else', async () => {
    const life = await received(product, paydays);
    const { contract, payee, announce } = life;
    const record = encodeVaultProposal(announce(payee.lockingBytecode));
    expect(problemOf(life, record)).toBeUndefined();
    for (const kind of ['spend', 'cancel', 'pause', 'resume', 'payment', 'allowance'] as const)
      expect([kind, problemOf(life, { ...record, kind })]).toEqual([kind, 'HIDDEN_CONSENT']);
    const stop = product.startsWith('SALARY') ? 'stop' : 'cancel';
    for (const [call, args] of [
      [stop, [1n]],
      ['finish', []],
      ['sweep', []],
    ] as const) {
      const unlocking = contract.unlock(call, [...args]).generateUnlockingBytecode({
        transaction: { version: 2, locktime: 0, inputs: [], outputs: [] },
        sourceOutputs: [],
        inputIndex: 0,
      });
      expect([call, problemOf(life, withUnlocking(record, 1, unlocking))]).toEqual([call, 'HIDDEN_CONSENT']);
    }
    const thief = createParty(life.chain, 'thief of calendars');
    const transaction = decodeTransactionCommon(hexToBin(record.unsignedTransaction));
    if (typeof transaction === 'string') throw new Error(transaction);
    const changed = (lockingBytecode: Uint8Array, place: number) => ({
      ...record,
      unsignedTransaction: binToHex(
        encodeTransactionCommon({
          ...transaction,
          outputs: transaction.outputs.map((each, i) => (i === place ? { ...each, lockingBytecode } : each)),
        }),
      ),
    });
    for (const other of [
      changed(encodeMoveNotice(thief.lockingBytecode), transaction.locktime),
      changed(thief.lockingBytecode, 1),
      changed(thief.lockingBytecode, transaction.locktime),
    ])
      expect(problemOf(life, other)).toBe('HIDDEN_CONSENT');
    expect(calendarConsentsIn(transaction)).toEqual([
      { input: 1, hasCompanion: product.endsWith('TOKEN'), act: 'announce' },
    ]);
  });
});

/** A stream by the calendar that a vault sends, opened by two of its signers. */
const sent = async (kind: 'SALARY' | 'GRANT' | 'TRANCHES', asset: 'BCH' | 'TOKEN') => {
  const { chain, scenario, payee } = await openScene();
  const vault = scenario.contract;
  chain.fund(vault.lockingBytecode, 50_000_000n);
  const minted = { amount: 9_000_000n };
  const category = asset === 'TOKEN' ? chain.node.mint(binToHex(vault.lockingBytecode), minted).category : undefined;
  chain.mine(1);
  const first = chain.tip().medianTimePast;
  const draft: CalendarDraft =
    kind === 'TRANCHES'
      ? {
          kind,
          recipient: payee.lockingBytecode,
          tranches: [1, 2, 1_000].map((days) => ({ at: BigInt(first + days * 86_400), amount: 100_000n })),
          group: { kind, noticeBlocks: 12 },
        }
      : draftOf(kind, payee.lockingBytecode, DAYS);
  const opened = openCalendarStream(
    { sender: vault.lockingBytecode, nonce: partyHash(vault.lockingBytecode).slice(0, 16), asset: category, delay: 0 },
    draft,
    'devnet',
  );
  if (!opened.ok) throw new Error(opened.problem);
  const { part } = calendarFunding(opened.member.contract, opened.member);
  const agree = async (proposal: ReturnType<typeof proposeCalendarFunding>) => {
    const record = encodeVaultProposal(proposal);
    const read = decodeVaultProposal(vault, record);
    expect(encodeVaultProposal(read)).toEqual(record);
    const step = await scenario.execute(read, 'alice', 'carol');
    chain.mine(1);
    return step?.txid ?? '';
  };
  const opening = proposeCalendarFunding(vault, scenario.holdings, part, chain.tip(), category, { kind: 'stream' });
  const txid = await agree(opening);
  const found = findCalendarDeployments('devnet', txid, chain.transaction(txid));
  const [deployment] = found.ok ? found.deployments : [];
  if (deployment === undefined) throw new Error(`The vault opened a stream: ${JSON.stringify(found)}`);
  const { stream } = deployment;
  let state = deployment.state;
  const propose = (move: 'cancel' | 'pause' | 'resume') => {
    const item = planMoveItem(stream, state, move, chain.locktime());
    return item && proposePlanMoves(vault, scenario.holdings, [item], {});
  };
  const follow = (id: string) => {
    const step = stream.at(state).readStep(id, chain.transaction(id));
    if (step?.next !== undefined) state = step.next;
    chain.mine(1);
    return step;
  };
  const settle = () => {
    const end = stream.at(state).noticeEnd()?.build();
    if (end === undefined) throw new Error('A notice runs');
    return follow(chain.node.submit(end.transaction.hex));
  };
  return { chain, vault, agree, propose, follow, settle, status: () => stream.at(state).status };
};

describe.each([
  ['SALARY', 'BCH'],
  ['SALARY', 'TOKEN'],
  ['GRANT', 'BCH'],
  ['GRANT', 'TOKEN'],
  ['TRANCHES', 'BCH'],
  ['TRANCHES', 'TOKEN'],
] as const)('a %s of %s that a vault sends', (kind, asset) => {
  it('is opened, stopped and refunded by two signers', async () => {
    const life = await sent(kind, asset);
    const { chain, agree, propose, follow, settle, status } = life;
    const inputs = asset === 'TOKEN' ? 2 : 1;
    const behind = asset === 'TOKEN' ? 5 : 4;
    const move = async (act: 'cancel' | 'pause' | 'resume') => {
      const proposal = propose(act);
      if (proposal === undefined) throw new Error(`No ${act} is possible`);
      const record = encodeVaultProposal(proposal);
      // It is shown to its signers as what it is, and as nothing else.
      for (const other of ['spend', 'cancel', 'pause', 'resume', 'announce', 'payment'] as const)
        if (other !== act)
          expect([other, problemOf(life, { ...record, kind: other })]).toEqual([other, 'HIDDEN_CONSENT']);
      const txid = await agree(proposal);
      expect(vaultConsentsIn(chain.transaction(txid))).toEqual([{ input: 1, inputs, act, behind }]);
      expect(follow(txid)?.kind).toBe(act);
    };
    if (kind === 'SALARY') {
      await move('pause');
      chain.mine(12);
      expect(settle()?.kind).toBe('settle');
      await move('resume');
    }
    expect(propose('resume')).toBeUndefined();
    await move('cancel');
    expect(status()).toBe('CANCELLED');
    chain.mine(12);
    expect(settle()?.kind).toBe('refund');
  });
});
