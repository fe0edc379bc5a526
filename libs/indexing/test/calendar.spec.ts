import { binToHex, hexToBin, type Output } from '@bitauth/libauth';
import { monthNumber } from '@weir/calendar';
import {
  type CalendarDraft,
  type CalendarProduct,
  type CalendarState,
  type CalendarStream,
  type ContractState,
  decodeCalendarState,
  encodeCalendarState,
  lockingBytecodeOf,
  type StreamStep,
} from '@weir/covenants';
import { type IndexedContract, scriptHashOf } from '@weir/infra';
import {
  calendarPart,
  decodeHex,
  fundCalendar,
  lastDaySalary,
  monthlyGrant,
  openedByCalendar,
  sign,
  type SignedTransaction,
  trancheList,
} from '@weir/simulation';
import { until, untilSo } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { type BaseParty, createBase } from './support/chain-base.js';
import { useIndexer } from './support/indexer-fixture.js';
import { signSpend } from './support/sign-spend.js';

const base = createBase();
const [fixture, replica] = useIndexer();
const recipient = lockingBytecodeOf(createWallet({ privateKey: 'recipient by the calendar' }).publicKeyHash);
const MILLION = 1_000_000n;
/** 09:00, one hour east of Greenwich. */
const at = (year: number, month: number, day: number): bigint => BigInt(Date.UTC(year, month - 1, day, 8) / 1000);

const senderOf = ({ wallet }: BaseParty): Uint8Array => lockingBytecodeOf(wallet.publicKeyHash);

const signFunding = (
  product: CalendarProduct,
  party: BaseParty,
  drafts: readonly CalendarDraft[],
  { nonce, asset }: { readonly nonce: number; readonly asset?: string },
): Promise<SignedTransaction> => {
  const part = calendarPart(product, senderOf(party), drafts, { nonce: new Uint8Array(16).fill(nonce) });
  const funds = { hash: party.wallet.publicKeyHash, coins: party.coins };
  return sign(party.wallet, fundCalendar(part, funds, { height: 112, medianTimePast: 0 }, asset));
};

/** A stream of a funding, moved through the one model on the node. */
class Live {
  state: ContractState | undefined;

  constructor(
    readonly stream: CalendarStream,
    state: ContractState,
  ) {
    this.state = state;
  }

  get position() {
    if (this.state === undefined) throw new Error('The stream has ended');
    return this.stream.at(this.state);
  }

  submit(hex: string): StreamStep {
    const txid = fixture.node.submit(hex);
    const step = this.position.readStep(txid, decodeHex(hex));
    if (step === undefined) throw new Error('The stream does not read it as a step');
    this.state = step.next;
    return step;
  }

  pay(time: bigint): StreamStep {
    const built = this.position.payoutAt(time)?.buildPush();
    if (built === undefined) throw new Error('The reserve pays nothing');
    return this.submit(built.hex);
  }
}

const openAll = async (...given: Parameters<typeof signFunding>) => {
  const funded = await signFunding(...given);
  fixture.node.submit(funded.hex);
  fixture.node.mine();
  const opened = openedByCalendar(funded.txid, funded.transaction);
  return { txid: funded.txid, lives: opened.map(({ stream, state }) => new Live(stream, state)) };
};

const open = async (...given: Parameters<typeof signFunding>) => {
  const {
    txid,
    lives: [live],
  } = await openAll(...given);
  if (live === undefined) throw new Error('The funding opens a stream');
  return { txid, live };
};

const untilRow = (txid: string, what: string, fits: (row: IndexedContract) => boolean = () => true) =>
  until(what, async () => {
    const { rows } = await replica.reader.list({ families: ['stream', 'payment'], limit: 200 });
    return rows.find(({ terms, head }) => terms.txid === txid && fits({ id: 0, terms, head }));
  });

const eventsOf = async ({ stream }: Live) =>
  (await replica.reader.find(['stream', 'payment'], scriptHashOf(stream.lockingBytecode))).events;

it('a salary of the last day is a payment, each of its payments with its paydays', async () => {
  const party = base.party(0);
  const { txid, live } = await open('SALARY_BCH', party, [lastDaySalary(recipient, { year: 2025, month: 1 })], {
    nonce: 1,
  });
  const { terms } = await untilRow(txid, 'the salary');
  expect(terms).toMatchObject({
    product: 'CALENDAR_SALARY_BCH',
    family: 'payment',
    sender: binToHex(senderOf(party)),
    recipient: binToHex(recipient),
    totalAmount: 12n * MILLION,
    plan: { index: 1, group: 0 },
  });
  live.pay(at(2025, 1, 31));
  live.pay(at(2025, 2, 28));
  // Two at once.
  live.pay(at(2025, 4, 30));
  fixture.node.mine();
  await untilRow(txid, 'four salaries', ({ head }) => head.releasedAmount === 4n * MILLION);
  const paid = (await eventsOf(live)).map(({ kind, details }) => [kind, details]);
  const dates = (first: number, last: number, from: bigint, to: bigint) => ({
    firstNumber: first,
    lastNumber: last,
    firstPayday: Number(from),
    lastPayday: Number(to),
  });
  expect(paid).toEqual([
    ['fund', null],
    ['push', dates(1, 1, at(2025, 1, 31), at(2025, 1, 31))],
    ['push', dates(2, 2, at(2025, 2, 28), at(2025, 2, 28))],
    ['push', dates(3, 4, at(2025, 3, 31), at(2025, 4, 30))],
  ]);

  // A pause: what is due is pushed, the notice settled, by the indexer's watcher.
  const pause = live.position.pauseAt(at(2025, 5, 1));
  if (pause === undefined) throw new Error('It can be paused');
  const coins = await fixture.chain.unspent(senderOf(party));
  const { hex } = await sign(party.wallet, pause.build(coins));
  live.submit(hex);
  fixture.node.mine();
  await untilRow(txid, 'the pause', ({ head }) => head.status === 'PAUSED');
  await untilSo('the push', () => fixture.node.mempool().length > 0);
  fixture.node.mine(7);
  await untilSo('the settling', () => fixture.node.mempool().length > 0);
  fixture.node.mine();
  const settled = await untilRow(
    txid,
    'the settled pause',
    ({ head }) => head.status === 'PAUSED' && head.state?.lanes[0]?.clock === null,
  );
  // 31 May has come as well.
  expect(settled.head.releasedAmount).toBe(5n * MILLION);
  expect((await eventsOf(live)).map(({ kind }) => kind)).toEqual([
    'fund',
    'push',
    'push',
    'push',
    'pause',
    'push',
    'settle',
  ]);
});

it('a grant of tokens by months is a stream, the cliff with the installments before it', async () => {
  const { category, holder } = base;
  const draft = monthlyGrant(recipient, { year: 2024, month: 12 });
  const { txid, live } = await open('GRANT_TOKEN', holder, [draft], { nonce: 2, asset: category });
  const { terms } = await untilRow(txid, 'the grant');
  expect(terms).toMatchObject({ product: 'CALENDAR_GRANT_TOKEN', family: 'stream', tokenCategory: category });
  live.pay(at(2025, 5, 15));
  fixture.node.mine();
  const { head } = await untilRow(txid, 'the cliff', (row) => row.head.releasedAmount === 6n * MILLION);
  expect(head).toMatchObject({ status: 'ACTIVE', heldTokens: 42n * MILLION });
  expect((await eventsOf(live))[1]?.details).toEqual({
    firstNumber: 1,
    lastNumber: 6,
    firstPayday: Number(at(2025, 5, 15)),
    lastPayday: Number(at(2025, 5, 15)),
  });
});

it('tranches are read from the funding alone, and end with the last one', async () => {
  const tranches = [
    { at: at(2025, 2, 3), amount: MILLION },
    { at: at(2025, 3, 7), amount: 3n * MILLION },
    { at: at(2025, 4, 9), amount: 2n * MILLION },
  ];
  const { txid, live } = await open('TRANCHES_BCH', base.party(1), [trancheList(recipient, tranches)], { nonce: 3 });
  await untilRow(txid, 'the list');
  live.pay(at(2025, 3, 8));
  fixture.node.mine();
  await untilRow(txid, 'two tranches', ({ head }) => head.releasedAmount === 4n * MILLION);
  live.pay(at(2025, 4, 9));
  fixture.node.mine();
  const { head } = await untilRow(txid, 'the end', (row) => row.head.state === null);
  expect(head).toMatchObject({ status: 'COMPLETED', releasedAmount: 6n * MILLION });
  expect(
    (await eventsOf(live)).map(({ details }) => details && [details['firstNumber'], details['lastPayday']]),
  ).toEqual([null, [1, Number(at(2025, 3, 7))], [3, Number(at(2025, 4, 9))]]);
});

/** Reads all streams of a funding by their index, once they fit. */
const untilRows = (txid: string, what: string, fits: (rows: readonly IndexedContract[]) => boolean) =>
  until(what, async () => {
    const { rows } = await replica.reader.list({ families: ['stream'], limit: 200 });
    const own = rows.filter(({ terms }) => terms.txid === txid);
    own.sort((a, b) => (a.terms.plan?.index ?? 0) - (b.terms.plan?.index ?? 0));
    return fits(own) ? own : undefined;
  });

it('a funding of several grants is a stream for each, with the months, cliff and people of its own, and each is followed apart', async () => {
  const [one, two] = ['one', 'two'].map((name) =>
    lockingBytecodeOf(createWallet({ privateKey: `several ${name}` }).publicKeyHash),
  );
  if (one === undefined || two === undefined) throw new Error('There are two people');
  const drafts = [one, two, one].map((to) => monthlyGrant(to, { year: 2024, month: 12 }));
  const quarterly = drafts.map((draft, place) =>
    place === 1 ? { ...draft, group: { ...draft.group, months: 3n, cliff: 2n } } : draft,
  );
  const { txid, lives } = await openAll('GRANT_BCH', base.party(4), quarterly, { nonce: 21 });
  const rows = await untilRows(txid, 'three grants', ({ length }) => length === 3);
  expect(rows.map(({ terms }) => [terms.plan?.index, terms.plan?.group, terms.recipient, terms.totalAmount])).toEqual([
    [1, 0, binToHex(one), 48n * MILLION],
    [2, 1, binToHex(two), 48n * MILLION],
    [3, 0, binToHex(one), 48n * MILLION],
  ]);
  expect(new Set(rows.map(({ terms }) => terms.scriptHash)).size).toBe(2);
  // The second vests with its second quarter, 15 March; the others with their sixth month.
  lives[1]?.pay(at(2025, 3, 15));
  lives[2]?.pay(at(2025, 5, 15));
  fixture.node.mine();
  const paid = await untilRows(
    txid,
    'two payments',
    (all) => all.filter(({ head }) => head.releasedAmount > 0n).length === 2,
  );
  expect(paid.map(({ head }) => head.releasedAmount / MILLION)).toEqual([0n, 2n, 6n]);
  expect(paid.every(({ head }) => head.status === 'ACTIVE')).toBe(true);
});

it('a funding of several lists of tranches gives each its own dates, equal lists announced once', async () => {
  const list = (to: Uint8Array, ...months: readonly number[]) =>
    trancheList(
      to,
      months.map((month, place) => ({ at: at(2025, month, 1), amount: BigInt(place + 1) * MILLION })),
    );
  const [one, two, three] = ['a', 'b', 'c'].map((name) =>
    lockingBytecodeOf(createWallet({ privateKey: `list ${name}` }).publicKeyHash),
  );
  if (one === undefined || two === undefined || three === undefined) throw new Error('There are three people');
  const drafts = [list(one, 1, 2, 3), list(two, 2, 4), list(three, 1, 2, 3)];
  const { txid, lives } = await openAll('TRANCHES_BCH', base.party(5), drafts, { nonce: 23 });
  const rows = await untilRows(txid, 'three lists', ({ length }) => length === 3);
  expect(rows.map(({ terms }) => [terms.recipient, terms.totalAmount / MILLION])).toEqual([
    [binToHex(one), 6n],
    [binToHex(two), 3n],
    [binToHex(three), 6n],
  ]);
  lives[2]?.pay(at(2025, 2, 1));
  lives[1]?.pay(at(2025, 4, 1));
  fixture.node.mine();
  const paid = await untilRows(
    txid,
    'payments',
    (all) => all.filter(({ head }) => head.releasedAmount > 0n).length === 2,
  );
  expect(paid.map(({ head }) => [head.status, head.releasedAmount / MILLION])).toEqual([
    ['ACTIVE', 0n],
    ['COMPLETED', 3n],
    ['ACTIVE', 3n],
  ]);
});

/** Replaces the state of the first stream of a funding. */
const withState = (
  outputs: readonly Output[],
  change: (state: CalendarState) => CalendarState,
  product: CalendarProduct,
) =>
  outputs.map((output): Output => {
    const { token } = output;
    const read = token?.nft && decodeCalendarState(product, token.nft.commitment);
    if (token?.nft === undefined || read === undefined) return output;
    const commitment = hexToBin(encodeCalendarState(product, change(read.state), read.reserve ?? 0n));
    return { ...output, token: { ...token, nft: { ...token.nft, commitment } } };
  });

describe('a funding of a plan by the calendar is refused', () => {
  const SALARY = [lastDaySalary(recipient, { year: 2025, month: 1 })];
  const GRANT = [monthlyGrant(recipient, { year: 2024, month: 12 })];
  const LIST = [
    trancheList(
      recipient,
      [1, 2, 3].map((i) => ({ at: at(2025, i, 1), amount: MILLION })),
    ),
  ];
  const state =
    (product: CalendarProduct, changed: Readonly<Record<string, unknown>>) =>
    (outputs: readonly Output[]): Output[] =>
      withState(outputs, (before) => ({ ...before, ...changed }), product);
  const poorer =
    (satoshis: bigint) =>
    ([first, ...others]: readonly Output[]): Output[] =>
      first === undefined ? [] : [{ ...first, valueSatoshis: first.valueSatoshis - satoshis }, ...others];
  const withReserve =
    (product: CalendarProduct, less: bigint) =>
    ([first, ...others]: readonly Output[]): Output[] => {
      const nft = first?.token?.nft;
      const read = nft && decodeCalendarState(product, nft.commitment);
      if (first?.token === undefined || nft === undefined || read?.reserve === undefined) return [];
      const commitment = hexToBin(encodeCalendarState(product, read.state, read.reserve - less));
      const token = { ...first.token, nft: { ...nft, commitment } };
      return [{ ...first, valueSatoshis: first.valueSatoshis - less, token }, ...others];
    };
  const isCarrier = ({ lockingBytecode }: Output): boolean => lockingBytecode.length > 40;
  const withoutCarriers = (outputs: readonly Output[]): Output[] =>
    outputs.filter((output) => output.token !== undefined || output.lockingBytecode[0] === 0x6a || !isCarrier(output));

  it.each([
    [
      'that begins in the month after January 2100',
      'SALARY_BCH',
      SALARY,
      state('SALARY_BCH', { next: 1_211n }),
      'SCHEDULE_UNSOUND',
    ],
    [
      'whose last payday is in February 2100',
      'SALARY_BCH',
      SALARY,
      state('SALARY_BCH', { next: 1_200n }),
      'LAST_AFTER_JANUARY_2100',
    ],
    [
      'with periods that its money does not cover',
      'SALARY_BCH',
      SALARY,
      state('SALARY_BCH', { unpaid: 13 }),
      'AMOUNT_OUT_OF_RANGE',
    ],
    ['that begins paused', 'SALARY_BCH', SALARY, state('SALARY_BCH', { status: 'PAUSED', open: 'NONE' }), 'NOT_ACTIVE'],
    ['of day 0', 'GRANT_BCH', GRANT, state('GRANT_BCH', { day: 0n }), 'SCHEDULE_UNSOUND'],
    ['of day 32', 'GRANT_BCH', GRANT, state('GRANT_BCH', { day: 32n }), 'SCHEDULE_UNSOUND'],
    [
      'whose last installment is in February 2100',
      'GRANT_BCH',
      GRANT,
      state('GRANT_BCH', { firstMonth: monthNumber({ year: 2096, month: 3 }) }),
      'LAST_AFTER_JANUARY_2100',
    ],
    [
      'that has paid what no installment vests',
      'GRANT_BCH',
      GRANT,
      state('GRANT_BCH', { released: 7n }),
      'RELEASED_NOT_VESTED',
    ],
    ['with a fee too little in the reserve', 'GRANT_BCH', GRANT, withReserve('GRANT_BCH', 10n), 'RESERVE_OUT_OF_RANGE'],
    [
      'with a fee too little for its tranches',
      'TRANCHES_BCH',
      LIST,
      withReserve('TRANCHES_BCH', 1n),
      'RESERVE_OUT_OF_RANGE',
    ],
    ['whose tranches it does not announce', 'TRANCHES_BCH', LIST, withoutCarriers, 'TRANCHES_NOT_ANNOUNCED'],
    ['that holds less than its tranches', 'TRANCHES_BCH', LIST, poorer(MILLION - 1n), 'TRANCHES_UNSOUND'],
  ] as const)('%s', async (what, product, drafts, change, problem) => {
    const party = base.party(2);
    const { transaction } = await signFunding(product, party, drafts, { nonce: 9 });
    const [, ...opened] = transaction.outputs;
    const forged = await signSpend(what, party, change(opened));
    // Each spends the same coin, so each has a block of its own that is replaced after.
    fixture.node.mine(1, { transactions: [forged.hex] });
    const record = await until('the verdict', () =>
      fixture.database.db.selectFrom('announcements').selectAll().where('txid', '=', forged.txid).executeTakeFirst(),
    );
    expect([record.verdict, record.product]).toEqual(['FORGED', `CALENDAR_${product}`]);
    expect(record.problem).toContain(problem);
    expect(await replica.reader.fundedBy([forged.txid], 9)).toEqual([]);
    fixture.node.reorganise(1, { keep: 'drop', transactions: 'none' });
    await until('the block to be taken back', async () => {
      const found = await fixture.database.db
        .selectFrom('announcements')
        .selectAll()
        .where('txid', '=', forged.txid)
        .execute();
      return found.length === 0 ? true : undefined;
    });
  });
});

it('an announcement of day 32 declares nothing', async () => {
  const party = base.party(3);
  const { transaction } = await signFunding('SALARY_BCH', party, [lastDaySalary(recipient, { year: 2025, month: 1 })], {
    nonce: 10,
  });
  const outputs = transaction.outputs.slice(1).map((output): Output => {
    // In the announcement the day is behind the months, ten bytes before the end.
    if (output.lockingBytecode[0] !== 0x6a) return output;
    return { ...output, lockingBytecode: Uint8Array.from(output.lockingBytecode.with(-10, 32)) };
  });
  const malformed = await signSpend('day 32', party, outputs);
  fixture.node.mine(1, { transactions: [malformed.hex] });
  const record = await until('the verdict', () =>
    fixture.database.db.selectFrom('announcements').selectAll().where('txid', '=', malformed.txid).executeTakeFirst(),
  );
  expect(record.verdict).toBe('MALFORMED');
});
