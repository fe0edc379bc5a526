import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf, partyOf, type Party, type RecurringDraft, type VestingDraft } from '@weir/covenants';
import { scriptHashOf, type IndexedContract } from '@weir/infra';
import { until, untilSo } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { createBase, DAY } from './support/chain-base.js';
import { useIndexer } from './support/indexer-fixture.js';
import { LivePlan, signPlan } from './support/live-plan.js';
import { signSpend } from './support/sign-spend.js';

const base = createBase();
const START = BigInt(base.time - 20 * DAY);
const MILLION = 1_000_000n;
const GROUP = { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 6 } as const;

const [fixture, replica] = useIndexer();

const scriptOf = (kind: 'P2SH20' | 'P2SH32', byte: number): Party => {
  const made = partyOf({ kind, hash: new Uint8Array(kind === 'P2SH20' ? 20 : 32).fill(byte) });
  if (made === undefined) throw new Error('A hash has the length of its kind');
  return made;
};
const key = lockingBytecodeOf(createWallet({ privateKey: 'recipient of plans' }).publicKeyHash);
const [multisig, vault] = [scriptOf('P2SH20', 3), scriptOf('P2SH32', 4)];

/** A stream of forty days, half of it in the past. */
const vesting = (recipient: Party, group: VestingDraft['group'] = GROUP): VestingDraft => ({
  kind: 'VESTING',
  recipient,
  total: 100n * MILLION,
  start: START,
  end: START + 40n * BigInt(DAY),
  group,
});

const rowsOf = async (
  { funded: { txid } }: LivePlan,
  more: { readonly party?: string } = {},
): Promise<readonly IndexedContract[]> => {
  const { rows } = await replica.reader.list({ families: ['stream', 'recurring', 'payment'], limit: 200, ...more });
  return rows
    .filter(({ terms }) => terms.txid === txid)
    .toSorted((a, b) => (a.terms.plan?.index ?? 0) - (b.terms.plan?.index ?? 0));
};

const untilRows = (plan: LivePlan, what: string, fits: (rows: readonly IndexedContract[]) => boolean) =>
  until(what, async () => {
    const rows = await rowsOf(plan);
    return rows.length === plan.streams.length && fits(rows) ? rows : undefined;
  });

const fund = async (...given: Parameters<typeof signPlan>): Promise<LivePlan> => {
  const funded = await signPlan(...given);
  fixture.node.submit(funded.hex);
  fixture.node.mine();
  return new LivePlan(fixture.node, fixture.chain, given[1].wallet, funded);
};

describe('a plan of vesting streams in two groups', () => {
  let plan: LivePlan;

  it('is a row for each stream, parties of every kind among them', async () => {
    const stepped = { ...GROUP, step: BigInt(DAY) };
    plan = await fund('VESTING_BCH', base.party(0), [vesting(key), vesting(multisig), vesting(vault, stepped)], {
      nonce: 1,
    });
    const rows = await untilRows(plan, 'three rows', () => true);
    expect(rows.map(({ terms }) => [terms.plan?.index, terms.plan?.group, terms.recipient])).toEqual([
      [1, 0, binToHex(key)],
      [2, 0, binToHex(multisig)],
      [3, 1, binToHex(vault)],
    ]);
    expect(new Set(rows.map(({ terms }) => terms.contractAddress)).size).toBe(2);
    expect(rows[0]).toMatchObject({
      terms: { product: 'PLAN_VESTING_BCH', family: 'stream', totalAmount: 100n * MILLION, tokenCategory: null },
      head: { status: 'ACTIVE', releasedAmount: 0n, sequence: 1 },
    });
    const held = rows.reduce((sum, { head }) => sum + head.heldSatoshis, 0n);
    expect(held).toBeGreaterThan(300n * MILLION);
    expect(await replica.reader.balances()).toEqual([{ asset: 'BCH', balance: held }]);
    expect(await replica.reader.verdicts()).toMatchObject({ ACCEPTED: 1, TWIN: 0, FORGED: 0 });
    for (const who of [multisig, vault]) expect(await rowsOf(plan, { party: binToHex(who) })).toHaveLength(1);
    expect(await rowsOf(plan, { party: binToHex(lockingBytecodeOf(base.party(0).wallet.publicKeyHash)) })).toHaveLength(
      3,
    );
  });

  it('pays each by itself; a cancel of two in one transaction is a step of both, and taken back with its block', async () => {
    const paid = plan.pay(2, START + 10n * BigInt(DAY));
    expect(paid).toMatchObject({ paidToRecipient: 25n * MILLION, kind: 'push' });
    fixture.node.mine();
    await untilRows(plan, 'the payment', ([one, two]) => two?.head.txid === paid.txid && one?.head.sequence === 1);

    const cancelled = await plan.cancel([1, 3], START + 60n);
    const { medianTimePast } = fixture.node.tip;
    fixture.node.mine();
    await untilRows(plan, 'both cancelled', (rows) => [0, 2].every((i) => rows[i]?.head.status === 'CANCELLED'));
    fixture.node.reorganise(1, { keep: 'drop' });
    const active = await untilRows(plan, 'the reorganisation', (rows) =>
      rows.every(({ head }) => head.status === 'ACTIVE'),
    );
    expect(active.map(({ head }) => head.sequence)).toEqual([1, 2, 1]);
    fixture.node.mine(1, { transactions: [cancelled.hex] });

    // Dated back by days: the watcher pays both what was theirs.
    const honest = (100n * MILLION * (BigInt(medianTimePast) - 1n - START)) / (40n * BigInt(DAY));
    await untilSo('the pushes', () => fixture.node.mempool().length >= 2);
    fixture.node.mine();
    const pushed = await untilRows(plan, 'the pushes in the index', (rows) =>
      [0, 2].every((i) => (rows[i]?.head.releasedAmount ?? 0n) > 10n * MILLION),
    );
    expect(pushed[0]?.head.releasedAmount).toBeGreaterThanOrEqual(honest);
    fixture.node.mine(6);
    await untilSo('the refunds', () => fixture.node.mempool().length >= 2);
    fixture.node.mine();
    const ended = await untilRows(plan, 'the ends', (rows) => [0, 2].every((i) => rows[i]?.head.state === null));
    expect(ended.map(({ head }) => head.status)).toEqual(['CANCELLED', 'ACTIVE', 'CANCELLED']);
    const held = ended.reduce((sum, { head }) => sum + head.heldSatoshis, 0n);
    expect(await replica.reader.balances()).toEqual([{ asset: 'BCH', balance: held }]);
  });
});

describe('streams that move to another address', () => {
  const { wallet } = base.party(3);
  const own = lockingBytecodeOf(wallet.publicKeyHash);

  it('are those of the new address from the finish on, and of the old one again when its block is taken back', async () => {
    const { node } = fixture;
    const plan = await fund('VESTING_BCH', base.party(6), [vesting(own), vesting(own), vesting(multisig)], {
      nonce: 9,
      delay: 2,
    });
    await untilRows(plan, 'the plan', () => true);
    const of = async (party: Party) =>
      (await rowsOf(plan, { party: binToHex(party) })).map(({ terms }) => terms.plan?.index);
    await plan.announce([1, 2], key, wallet);
    node.mine();
    await untilRows(plan, 'the announcement', (rows) => [0, 1].every((i) => rows[i]?.head.sequence === 2));
    expect([await of(own), await of(key)]).toEqual([[1, 2], []]);
    // Nobody but the recipient makes payments now: the watcher tries none.
    expect(
      plan
        .at(1)
        .payoutAt(START + 10n * BigInt(DAY))
        ?.buildPush(),
    ).toBeUndefined();
    node.mine();
    const { txid, hex } = await plan.finish([1, 2], base.party(7).wallet);
    node.mine();
    await untilRows(plan, 'the finish', (rows) => [0, 1].every((i) => rows[i]?.head.txid === txid));
    expect([await of(own), await of(key)]).toEqual([[], [1, 2]]);
    node.reorganise(1, { keep: 'drop' });
    await untilRows(plan, 'the reorganisation', (rows) => rows.every(({ head }) => head.txid !== txid));
    expect([await of(own), await of(key)]).toEqual([[1, 2], []]);
    node.mine(1, { transactions: [hex] });
    await untilRows(plan, 'the finish in another block', (rows) => rows[1]?.head.txid === txid);
    expect(await of(key)).toEqual([1, 2]);
    const paid = plan.pay(1, START + 10n * BigInt(DAY));
    node.mine();
    await untilRows(plan, 'the payment', ([one]) => one?.head.txid === paid.txid);
    expect(node.transaction(paid.txid)?.outputs.map(({ lockingBytecode }) => lockingBytecode)).toContain(binToHex(key));
  });
});

it('a plan in tokens, and one that recurs, are followed as well', async () => {
  const { holder, category } = base;
  const tokens = await fund('VESTING_TOKEN', holder, [vesting(key), vesting(vault)], { nonce: 2, asset: category });
  const salaries: RecurringDraft[] = [
    {
      kind: 'RECURRING',
      recipient: multisig,
      amount: MILLION,
      periods: 60,
      firstDue: START,
      group: { kind: 'RECURRING', interval: BigInt(DAY), noticeBlocks: 6, pausable: true, cancelable: true },
    },
  ];
  const recurring = await fund('RECURRING_BCH', base.party(1), salaries, { nonce: 3 });
  const [first] = await untilRows(tokens, 'the streams of tokens', () => true);
  expect(first?.terms).toMatchObject({ product: 'PLAN_VESTING_TOKEN', tokenCategory: category });
  expect(await replica.reader.balances()).toContainEqual({ asset: category, balance: 200n * MILLION });
  const [salary] = await untilRows(recurring, 'the salary', () => true);
  expect(salary?.terms).toMatchObject({ product: 'PLAN_RECURRING_BCH', family: 'payment', totalAmount: 60n * MILLION });

  tokens.pay(1, START + 10n * BigInt(DAY));
  expect(recurring.pay(1, START + 4n * BigInt(DAY))).toMatchObject({
    paidToRecipient: 5n * MILLION,
    recurring: { periods: 5n, progress: { paid: 5n } },
  });
  fixture.node.mine();
  await untilRows(tokens, 'the payment of tokens', ([row]) => row?.head.releasedAmount === 25n * MILLION);
  await untilRows(recurring, 'five salaries', ([row]) => row?.head.releasedAmount === 5n * MILLION);

  const pause = recurring.at(1).pauseAt(START + 4n * BigInt(DAY) + 60n);
  if (pause === undefined) throw new Error('It can be paused');
  const { coins } = await recurring.wallet();
  const { wcTransaction } = pause.build(coins);
  const { signedTransaction } = await base.party(1).wallet.signTransaction({ ...wcTransaction, broadcast: false });
  fixture.node.mine(1, { transactions: [signedTransaction] });
  await untilRows(recurring, 'the pause', ([row]) => row?.head.status === 'PAUSED');
  await untilSo('the push', () => fixture.node.mempool().length > 0);
  fixture.node.mine(7);
  await untilSo('the settling', () => fixture.node.mempool().length > 0);
  fixture.node.mine();
  const [settled] = await untilRows(
    recurring,
    'the settled pause',
    ([row]) => row?.head.status === 'PAUSED' && row.head.state?.lanes[0]?.clock === null,
  );
  // All that had fallen due when it was paused, no matter what its date said.
  expect(settled?.head.releasedAmount).toBeGreaterThanOrEqual(22n * MILLION);
  const script = scriptHashOf(recurring.stream(1).lockingBytecode);
  const { events } = await replica.reader.find(['payment'], script);
  expect(events.map(({ kind }) => kind)).toEqual(['fund', 'push', 'pause', 'push', 'settle']);
});

it('refuses a stream whose cliff leaves less than a payment, with the reason', async () => {
  // Of 11,000 satoshis in forty days 576 take more than two days, of a thousand times as much three minutes.
  const trap = vesting(key, { ...GROUP, cliff: 38n * BigInt(DAY) });
  const funded = await signPlan('VESTING_BCH', base.party(5), [{ ...trap, total: 11n * MILLION }], { nonce: 5 });
  const [, state, ...others] = funded.transaction.outputs;
  if (state === undefined) throw new Error('A funding has a state');
  const poor = { ...state, valueSatoshis: state.valueSatoshis - 11n * MILLION + 11_000n };
  const forged = await signSpend('a plan with less in it', base.party(5), [poor, ...others]);
  fixture.node.submit(forged.hex);
  fixture.node.mine();
  const record = await until('the verdict', () =>
    fixture.database.db.selectFrom('announcements').selectAll().where('txid', '=', forged.txid).executeTakeFirst(),
  );
  expect(record).toMatchObject({ verdict: 'FORGED', product: 'PLAN_VESTING_BCH' });
  expect(record.problem).toContain('SCHEDULE_UNSOUND at output 1');
  expect(await replica.reader.fundedBy([forged.txid], 9)).toEqual([]);
});

it('one unsound output spoils the whole plan, with the reason', async () => {
  const funded = await signPlan('VESTING_BCH', base.party(2), [vesting(key), vesting(vault)], { nonce: 4 });
  // The same outputs without the note that shows the second recipient.
  const outputs = funded.transaction.outputs.filter(
    ({ lockingBytecode }) => binToHex(lockingBytecode) !== binToHex(vault),
  );
  const forged = await signSpend('a plan without a note', base.party(2), outputs.slice(1));
  fixture.node.submit(forged.hex);
  fixture.node.mine();
  const record = await until('the verdict', () =>
    fixture.database.db.selectFrom('announcements').selectAll().where('txid', '=', forged.txid).executeTakeFirst(),
  );
  expect(record).toMatchObject({ verdict: 'FORGED', product: 'PLAN_VESTING_BCH' });
  expect(record.problem).toContain('RECIPIENT_NOT_SHOWN at output 2');
  expect(await replica.reader.fundedBy([forged.txid], 9)).toEqual([]);
});
