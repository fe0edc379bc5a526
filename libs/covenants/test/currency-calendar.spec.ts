import type { Output } from '@bitauth/libauth';
import { firstPaydayFrom, firstPaydays, type Paydays, paydaysFrom, paydayTime } from '@weir/calendar';
import {
  buildCurrencyFunding,
  buildCurrencyMove,
  createCurrencyContract,
  currencyConsentsIn,
  type CurrencyDraft,
  type CurrencyFundingProblem,
  type CurrencyMoveKind,
  decodeCurrencyAnnouncement,
  decodeCurrencyState,
  DEFAULT_CURRENCY_FEES,
  encodeCurrencyAnnouncement,
  encodeCurrencyState,
  findCurrencyDraftProblem,
  findCurrencyFunding,
  isCurrencyPaused,
  lockingBytecodeOf,
  readCurrencyTransition,
} from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { currencyTerms, DAY, fundCurrency, type LiveCurrency } from './support/currency-scenario.js';
import { createParty, type Party } from './support/party.js';

const { reserve } = DEFAULT_CURRENCY_FEES;
/** 1,500.00 USD. */
const AMOUNT = 150_000n;
const satoshisAt = (price: bigint): bigint => (AMOUNT * 100_000_000n) / price;

/** The last day of each month, 09:00 an hour east of Greenwich. */
const LAST_DAY: Paydays = { months: 1n, day: 31n, time: 32_400n, utcOffset: 3_600n };
const TWICE: Paydays = { ...LAST_DAY, day: 15n, secondDay: 31n };

const open = async (paydays: Paydays = LAST_DAY, change: Partial<CurrencyDraft> = {}) => {
  const chain = createTestChain();
  const sender = createParty(chain, 'sender', 9_000_000_000n, 1_000_000n);
  const recipient = createParty(chain, 'recipient');
  chain.mine(1);
  const from = chain.locktime() + DAY;
  const first = firstPaydayFrom(paydays, from);
  if (first === undefined) throw new Error('The chain is before 2100');
  const draft = {
    recipient: recipient.lockingBytecode,
    amount: AMOUNT,
    periods: 100,
    firstDue: from,
    satoshis: 2_000_000_000n + reserve,
    ...change,
  };
  const terms = currencyTerms(sender.lockingBytecode, {}, { paydays });
  const [life] = await fundCurrency(chain, sender, [draft], terms);
  if (life === undefined) throw new Error('One payment was funded');
  const dates = firstPaydays(paydays, first, 12).map(({ at }) => at);
  return { chain, sender, recipient, first, dates, life };
};

const move = async (life: LiveCurrency, sender: Party, kind: CurrencyMoveKind) => {
  const built = buildCurrencyMove([life.item], kind, sender.funds(), life.chain.locktime());
  return life.follow(await sender.send(built));
};

describe('a payment in a currency by the calendar', () => {
  it.each([
    ['once', LAST_DAY],
    ['twice', TWICE],
  ])('pays on each payday by the price of its date, %s a month', async (_, paydays) => {
    const { chain, life, recipient, first, dates } = await open(paydays);
    let received = recipient.balance();
    for (const [i, date] of dates.slice(0, 3).entries()) {
      const price = 45_000n + 1_234n * BigInt(i);
      expect(life.now.state).toMatchObject({ next: date, payday: first + BigInt(i) });
      chain.reach(date - 1n);
      expect(life.duty(price)).toBeUndefined();
      chain.reach(date);
      const step = life.perform(price);
      received += satoshisAt(price);
      expect(step).toMatchObject({ kind: 'pay', paidToRecipient: satoshisAt(price), price: { due: date } });
      expect(recipient.balance()).toBe(received);
    }
  });

  it('keeps its payday after a pause, and skips the paydays that have passed', async () => {
    const { chain, life, sender, first, dates } = await open();
    await move(life, sender, 'pause');
    chain.mine(12);
    expect(life.perform(45_000n).kind).toBe('settle');
    expect(isCurrencyPaused(life.now.state)).toBe(true);
    chain.reach(dates[0] ?? 0n);
    expect(life.perform(47_000n).kind).toBe('pay');
    chain.reach((dates[3] ?? 0n) + DAY);
    expect(life.duty(47_000n)).toBeUndefined();
    await move(life, sender, 'resume');
    expect(life.now.state).toMatchObject({ left: 99, open: 99, payday: first + 4n, next: dates[4] });
    chain.reach(dates[4] ?? 0n);
    expect(life.perform(50_000n)).toMatchObject({ kind: 'pay', price: { due: dates[4] } });
  });

  it('goes on as if never paused where the running period is not paid before the resume', async () => {
    const { chain, life, sender, first } = await open();
    await move(life, sender, 'pause');
    chain.mine(12);
    life.perform(45_000n);
    await move(life, sender, 'resume');
    expect(life.now.state).toMatchObject({ left: 100, open: 100, payday: first });
  });

  it('is followed where its sender skips fewer paydays than have passed', async () => {
    const { chain, life, sender, first, dates } = await open();
    await move(life, sender, 'pause');
    chain.mine(12);
    life.perform(45_000n);
    chain.reach(dates[0] ?? 0n);
    life.perform(47_000n);
    chain.reach(dates[3] ?? 0n);
    const before = life.now;
    const txid = await sender.send(buildCurrencyMove([life.item], 'resume', sender.funds(), dates[1] ?? 0n));
    const transaction = chain.transaction(txid);
    expect(currencyConsentsIn(transaction)).toEqual([{ input: 1, act: 'resume' }]);
    for (const locktime of [transaction.locktime, Number(dates[3])])
      expect(readCurrencyTransition(life.contract, before, txid, { ...transaction, locktime })).toMatchObject({
        ok: true,
        transition: { kind: 'resume', next: { state: { payday: first + 2n } } },
      });
    const early = { ...transaction, locktime: Number(dates[1]) - 1 };
    expect(readCurrencyTransition(life.contract, before, txid, early)).toMatchObject({ ok: false });
    // What nobody can mine before 2100 is read as the script reads it, too.
    const late = { ...transaction, locktime: 4_294_967_295 };
    for (const [number, ok] of [
      [1_215n, true],
      [2_000n, false],
      [1n << 39n, false],
      [first, false],
    ] as const) {
      const outputs = late.outputs.map((output, vout) => (vout === 1 ? payday(number)(output) : output));
      expect([number, readCurrencyTransition(life.contract, before, txid, { ...late, outputs }).ok]).toEqual([
        number,
        ok,
      ]);
    }
  });

  it('pays what falls due during the notice of a cancel, then refunds the rest', async () => {
    const { chain, life, sender, dates } = await open();
    await move(life, sender, 'cancel');
    chain.reach(dates[0] ?? 0n);
    expect(life.perform(45_000n)).toMatchObject({ kind: 'pay', paidToRecipient: satoshisAt(45_000n) });
    chain.mine(12);
    expect(life.perform(45_000n)).toMatchObject({ kind: 'refund', next: undefined });
  });

  it('ends after its last payday', async () => {
    const { chain, life, dates } = await open(TWICE, { periods: 2 });
    chain.reach(dates[1] ?? 0n);
    life.perform(45_000n);
    life.perform(50_000n);
    expect(life.perform(50_000n).kind).toBe('close');
  });
});

const TXID = 'ee'.repeat(32);
const hash = (byte: number): Uint8Array => new Uint8Array(20).fill(byte);
const sender = lockingBytecodeOf(hash(1));
const TERMS = currencyTerms(sender, {}, { paydays: LAST_DAY });
const contract = createCurrencyContract(TERMS, 'devnet');
const WALLET = { hash: hash(1), coins: [{ txid: '11'.repeat(32), vout: 0, satoshis: 90_000_000_000n }] };
/** January 2027. */
const FIRST = 334n;
const DRAFT: CurrencyDraft = {
  recipient: lockingBytecodeOf(hash(2)),
  amount: AMOUNT,
  periods: Number(paydaysFrom(LAST_DAY, FIRST)),
  firstDue: paydayTime(LAST_DAY, FIRST),
  satoshis: 1_000_000_000n,
};
/** Change, state, announcement, beacon, note. */
const real = buildCurrencyFunding(contract, [DRAFT], WALLET, { height: 900_000, medianTimePast: 1 }).transaction
  .wcTransaction.transaction;

type Change = (output: Output) => Output;
const found = (vout: number, change: Change) =>
  findCurrencyFunding('devnet', TXID, {
    ...real,
    outputs: real.outputs.map((output, i) => (i === vout ? change(output) : output)),
  });
const payday =
  (number: bigint): Change =>
  (output) => {
    const nft = output.token?.nft;
    const state = nft && decodeCurrencyState(nft.commitment, TERMS);
    if (output.token === undefined || nft === undefined || state === undefined) throw new Error('No state');
    const commitment = Uint8Array.from(Buffer.from(encodeCurrencyState({ ...state, payday: number }), 'hex'));
    return { ...output, token: { ...output.token, nft: { ...nft, commitment } } };
  };
const ANNOUNCEMENT = 2;
/** Where the paydays begin: behind the envelope, the sender, the nonce, and five numbers of satoshis. */
const PAYDAYS = 3 + 6 + 1 + 20 + 16 + 4 * 3 + 5;
const bytes =
  (place: number, ...values: readonly number[]): Change =>
  (output) => {
    const changed = Uint8Array.from(output.lockingBytecode);
    changed.set(values, PAYDAYS + place);
    return { ...output, lockingBytecode: changed };
  };

const FORGED: readonly (readonly [name: string, CurrencyFundingProblem, number, Change])[] = [
  ['a payday more than there are until January 2100', 'LAST_AFTER_JANUARY_2100', 1, payday(FIRST + 1n)],
  ['a first payday after January 2100', 'FIRST_OUT_OF_RANGE', 1, payday(1_211n)],
  ['a payday that no locktime reaches', 'FIRST_DATE_OUT_OF_RANGE', 1, payday(2_000n)],
  ['a payday that scripts read as negative', 'FIRST_DATE_OUT_OF_RANGE', 1, payday(1n << 39n)],
  ['no months', 'TERMS_UNSOUND', ANNOUNCEMENT, bytes(0, 0)],
  ['two months', 'TERMS_UNSOUND', ANNOUNCEMENT, bytes(0, 2)],
  ['day 0', 'TERMS_UNSOUND', ANNOUNCEMENT, bytes(1, 0)],
  ['day 32', 'TERMS_UNSOUND', ANNOUNCEMENT, bytes(1, 32)],
  ['a second payday before the first', 'TERMS_UNSOUND', ANNOUNCEMENT, bytes(1, 15, 14)],
  ['a first of two paydays that February lacks', 'TERMS_UNSOUND', ANNOUNCEMENT, bytes(1, 28, 31)],
  ['two paydays in a quarter', 'TERMS_UNSOUND', ANNOUNCEMENT, bytes(0, 3, 15, 31)],
  ['a time of 24:00', 'TERMS_UNSOUND', ANNOUNCEMENT, bytes(3, 0x80, 0x51, 0x01)],
  ['a zone beyond +14:00', 'TERMS_UNSOUND', ANNOUNCEMENT, bytes(6, 0x19, 0x06)],
  ['other days than those of its address', 'NO_PAYMENTS', ANNOUNCEMENT, bytes(1, 30)],
  ['another zone than that of its address', 'NO_PAYMENTS', ANNOUNCEMENT, bytes(6, 0xd0, 0x02)],
];

it('is not drafted from a time after the last payday of all', () => {
  expect(findCurrencyDraftProblem(contract, { ...DRAFT, periods: 1, firstDue: 4_200_000_000n })).toBe(
    'FIRST_OUT_OF_RANGE',
  );
  expect(findCurrencyDraftProblem(contract, { ...DRAFT, periods: DRAFT.periods + 1 })).toBe('LAST_AFTER_JANUARY_2100');
  expect(findCurrencyDraftProblem(contract, DRAFT)).toBeUndefined();
});

describe('the funding of payments by the calendar', () => {
  it('is found with all of its terms, up to the last payday of all', () => {
    const result = found(0, (output) => output);
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    expect(result.plan.contract.terms).toEqual(TERMS);
    const [payment] = result.plan.payments;
    expect(payment?.coin.state).toMatchObject({ payday: FIRST, next: DRAFT.firstDue, left: 877 });
  });

  it.each(FORGED)('is refused with %s', (_, problem, vout, change) => {
    const result = found(vout, change);
    expect(result.ok ? [] : result.problems.map((each) => each.problem)).toContain(problem);
  });

  it.each([
    ['once', LAST_DAY],
    ['twice', TWICE],
    ['once a year, far west', { months: 12n, day: 1n, time: 86_399n, utcOffset: -43_200n }],
  ])('is announced within the bytes that nodes relay: %s', (_, paydays) => {
    const terms = currencyTerms(sender, {}, { paydays });
    const announcement = encodeCurrencyAnnouncement(terms);
    expect(announcement.length).toBeLessThanOrEqual(223);
    expect(decodeCurrencyAnnouncement(announcement, true)).toEqual(terms);
  });
});
