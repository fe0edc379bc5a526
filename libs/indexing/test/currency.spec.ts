import { binToHex } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { localDate, type Paydays, paydayTime } from '@weir/calendar';
import {
  buildCurrencyFunding,
  buildCurrencyMove,
  createCurrencyContract,
  type CurrencyClockCoin,
  type CurrencyCoin,
  type CurrencyDuty,
  type CurrencyMoveKind,
  type CurrencyPlanTerms,
  type CurrencyRhythm,
  DEFAULT_CURRENCY_FEES,
  encodeCurrencyAnnouncement,
  findCurrencyFunding,
  lockingBytecodeOf,
  nextCurrencyDuty,
  readCurrencyTransition,
  type TillCoin,
  usableLocktime,
} from '@weir/covenants';
import { type IndexedContract, scriptHashOf } from '@weir/infra';
import { currencyTermsOf, minuteOf, openOracle, sign, type TestOracle } from '@weir/simulation';
import { until } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { termsOfStored } from '../src/index.js';
import { type BaseParty, createBase, DAY } from './support/chain-base.js';
import { signFake } from './support/fake-announcement.js';
import { type IndexerReplica, useIndexerFixture } from './support/indexer-fixture.js';

const base = createBase();
const NOTICE = 6;
const START = minuteOf(BigInt(base.time - 20 * DAY));
/** 45.00 USD at 450.00 USD for one BCH. */
const [AMOUNT, PRICE, PERIOD] = [4_500n, 45_000n, 10_000_000n];
const { reserve } = DEFAULT_CURRENCY_FEES;
const FUNDED = 25_000_000n;

const fixture = useIndexerFixture();
let oracle: TestOracle;
beforeAll(async () => {
  oracle = await openOracle(PRICE);
});

const recipients = ['currency, first', 'currency, second'].map((privateKey) =>
  lockingBytecodeOf(createWallet({ privateKey }).publicKeyHash),
);

const termsOf = ({ wallet }: BaseParty, nonce: number, rhythm?: CurrencyRhythm): CurrencyPlanTerms =>
  currencyTermsOf(lockingBytecodeOf(wallet.publicKeyHash), oracle, nonce, { least: 6_000_000n }, rhythm);

/** Two payments of one funding on the chain of the fixture, the first of which is moved. */
const openPayments = async (party: BaseParty, nonce: number, rhythm?: CurrencyRhythm) => {
  const { node } = fixture;
  const { wallet } = party;
  const contract = createCurrencyContract(termsOf(party, nonce, rhythm), 'devnet');
  const drafts = recipients.map((recipient) => ({
    recipient,
    amount: AMOUNT,
    periods: 12,
    firstDue: START,
    satoshis: reserve + FUNDED,
  }));
  const tipOf = () => ({ height: node.tip.height, medianTimePast: node.tip.medianTimePast });
  const built = buildCurrencyFunding(contract, drafts, { hash: wallet.publicKeyHash, coins: party.coins }, tipOf());
  if (built.kind !== 'funding') throw new Error('The wallet has a coin at index 0');
  const funded = await sign(wallet, built.transaction);
  node.submit(funded.hex);
  const result = findCurrencyFunding('devnet', funded.txid, funded.transaction);
  const [found] = result.ok ? result.plan.payments : [];
  if (found === undefined) throw new Error('Payments were funded');
  let change: Utxo = { txid: funded.txid, vout: 0, satoshis: funded.transaction.outputs[0]?.valueSatoshis ?? 0n };
  let coin: CurrencyCoin = found.coin;
  let clock: (CurrencyClockCoin & { readonly noticeHeight: number }) | undefined;
  const { category } = found.coin;
  const till = contract.till(category, 1);

  /** Offers the next keyless step to the node. */
  const perform = (kind: CurrencyDuty['kind'], deposits: readonly TillCoin[] = []): string => {
    const duty = nextCurrencyDuty({
      contract,
      coin,
      recipient: found.recipient,
      clock: clock && { ...clock, tipHeight: node.tip.height },
      time: usableLocktime(tipOf()),
      pair: kind === 'pay' ? oracle.pairAt(coin.state.next) : undefined,
      deposits,
    });
    if (duty?.kind !== kind) throw new Error(`Expected ${kind}, and ${duty?.kind ?? 'nothing'} is due`);
    if (duty.next !== undefined) coin = duty.next;
    if (coin.units > 0n) clock = undefined;
    return node.submit(duty.transaction.hex);
  };
  return {
    txid: funded.txid,
    contract,
    category,
    till,
    get coin() {
      return coin;
    },
    set coin(to: CurrencyCoin) {
      coin = to;
    },
    perform,
    /** Adds money from nowhere by the till. */
    topUp(satoshis: bigint) {
      const { txid } = node.fund(binToHex(till.lockingBytecode), satoshis);
      return perform('topUp', [{ outpoint: { txid, vout: 0 }, satoshis }]);
    },
    async move(kind: CurrencyMoveKind) {
      const sender = { hash: wallet.publicKeyHash, coins: [change] };
      const moved = await sign(wallet, buildCurrencyMove([{ contract, coin }], kind, sender, usableLocktime(tipOf())));
      const read = readCurrencyTransition(contract, coin, moved.txid, moved.transaction);
      if (!read.ok || read.transition.next === undefined)
        throw new Error('It is a step after which the payment goes on');
      node.submit(moved.hex);
      change = { txid: moved.txid, vout: 0, satoshis: moved.transaction.outputs[0]?.valueSatoshis ?? 0n };
      coin = read.transition.next;
      if (read.transition.clock !== undefined) clock = { ...read.transition.clock, noticeHeight: node.tip.height + 1 };
    },
  };
};

const untilRow = ({ reader }: IndexerReplica, txid: string, what: string, fits: (row: IndexedContract) => boolean) =>
  until(what, async () => {
    const { rows } = await reader.list({ families: ['currency'], limit: 200 });
    return rows.find((row) => row.terms.txid === txid && row.terms.plan?.index === 1 && fits(row));
  });

const eventsOf = async ({ reader }: IndexerReplica, lockingBytecode: Uint8Array) =>
  (await reader.find(['currency'], scriptHashOf(lockingBytecode))).events;

it('a payment in a currency is found with all its steps at once, then followed, and taken back with its blocks', async () => {
  const { node } = fixture;
  const payment = await openPayments(base.party(0), 1);
  node.mine();
  // Three periods of which the money covers two and a half, a top-up by the till, and the debt.
  const feeOf = (txid: string): bigint => node.transaction(txid)?.fee ?? 0n;
  const fees = feeOf(payment.perform('pay')) + feeOf(payment.perform('pay'));
  payment.perform('pay');
  // What the money of a payment pays for its fees, too, is missing at the end.
  const part = FUNDED - 2n * PERIOD - fees;
  node.mine();
  payment.topUp(8_000_000n);
  payment.perform('payDebt');
  node.mine();
  await payment.move('pause');
  node.mine(NOTICE);
  payment.perform('settle');
  node.mine();

  const replica = await fixture.replica();
  const steps = ['fund', 'pay', 'pay', 'pay', 'topUp', 'payDebt', 'pause', 'settle'];
  const { terms, head } = await untilRow(
    replica,
    payment.txid,
    'all steps',
    (row) => row.head.sequence === steps.length,
  );
  expect(terms).toMatchObject({
    product: 'CURRENCY_PAYMENT',
    sender: binToHex(lockingBytecodeOf(base.party(0).wallet.publicKeyHash)),
    recipient: binToHex(recipients[0] ?? new Uint8Array()),
    tokenCategory: null,
    totalAmount: FUNDED,
    plan: { category: payment.category, index: 1, topUpAddress: payment.till.address },
  });
  // It has paid more than its funding put in.
  expect(head).toMatchObject({ status: 'PAUSED', releasedAmount: 3n * PERIOD, heldTokens: 0n });
  expect(head.heldSatoshis).toBe(payment.coin.satoshis);
  const events = await eventsOf(replica, payment.contract.lockingBytecode);
  expect(events.map(({ kind }) => kind)).toEqual(steps);
  expect(events.map(({ paidToRecipient }) => paidToRecipient)).toEqual([
    ...[0n, PERIOD, PERIOD, part],
    ...[0n, PERIOD - part, 0n, 0n],
  ]);
  const debt = (PERIOD - part).toString();
  const owed = ['0', '0', debt, debt, '0', '0', '0'];
  expect(events.map(({ details }) => details?.['owedSatoshis'])).toEqual([undefined, ...owed]);
  for (const [i, event] of events.slice(1, 4).entries()) {
    const due = Number(START) + i * DAY;
    expect(event.details).toMatchObject({
      due,
      price: PRICE.toString(),
      priceTime: due,
      periodSatoshis: PERIOD.toString(),
    });
  }
  expect(events[4]?.details).toMatchObject({
    isFromTill: true,
    addedSatoshis: events[4]?.satoshisChange.toString(),
  });

  // While a notice runs, its clock belongs to the state: what it holds is part of the payment.
  await payment.move('resume');
  await payment.move('cancel');
  node.mine();
  const cancelled = await untilRow(replica, payment.txid, 'the cancel', (row) => row.head.status === 'CANCELLED');
  const { bound } = DEFAULT_CURRENCY_FEES;
  expect(cancelled.head.state?.lanes[0]?.clock).toMatchObject({ satoshis: bound.toString() });
  expect(cancelled.head.heldSatoshis).toBe(payment.coin.satoshis + bound);
  const rested = payment.coin;
  const paid = payment.perform('pay');
  node.mine();
  await untilRow(replica, payment.txid, 'a payment during the notice', (row) => row.head.txid === paid);
  node.reorganise(1, { keep: 'drop', transactions: 'none' });
  await untilRow(replica, payment.txid, 'the state before', (row) => row.head.sequence === steps.length + 2);
  payment.coin = rested;
  node.mine(NOTICE);
  const refund = payment.perform('refund');
  node.mine();
  const ended = await untilRow(replica, payment.txid, 'the refund', (row) => row.head.txid === refund);
  expect(ended.head).toMatchObject({ status: 'CANCELLED', state: null, commitment: null, heldSatoshis: 0n });
  // The other payment of the funding stays as it is, at the same script.
  const { rows } = await replica.reader.list({ families: ['currency'], limit: 10 });
  expect(rows.map(({ terms: { plan }, head: { sequence } }) => [plan?.index, sequence])).toEqual([
    [2, 1],
    [1, steps.length + 3],
  ]);
  expect(await replica.reader.verdicts()).toMatchObject({ ACCEPTED: 1, TWIN: 0, FORGED: 0, MALFORMED: 0 });
  await replica.stop();
});

it('a payment by the calendar is found with its days, and followed from payday to payday', async () => {
  const { node } = fixture;
  const day = localDate(START, 0n).day;
  const paydays: Paydays = { months: 1n, day: BigInt(day), time: START % BigInt(DAY), utcOffset: 0n };
  const payment = await openPayments(base.party(1), 3, { paydays });
  const { payday = 0n, next } = payment.coin.state;
  expect(next).toBe(START);
  payment.perform('pay');
  node.mine();
  await payment.move('pause');
  node.mine(NOTICE);
  payment.perform('settle');
  await payment.move('resume');
  node.mine();
  const replica = await fixture.replica();
  const { terms, head } = await untilRow(replica, payment.txid, 'all steps', (row) => row.head.sequence === 5);
  const read = termsOfStored(terms);
  expect(read.details).toMatchObject({
    intervalSeconds: null,
    months: 1,
    day,
    secondDay: null,
    utcOffset: '+00:00',
    firstDue: Number(START),
  });
  expect(head).toMatchObject({ status: 'ACTIVE', releasedAmount: PERIOD });
  expect(read.stateDetails?.(head.commitment ?? '')).toMatchObject({
    periodsLeft: 11,
    nextDue: Number(paydayTime(paydays, payday + 1n)),
  });
  await replica.stop();
});

it('a funding that does not open what it announces is refused, and is not a contract', async () => {
  const replica = await fixture.replica();
  const party = base.party(4);
  const contract = createCurrencyContract(termsOf(party, 2), 'devnet');
  const announcement = encodeCurrencyAnnouncement(contract.terms);
  const forged = await signFake('forged', party, contract.lockingBytecode, announcement);
  // Bounds that are exchanged: no payment has these terms.
  const unsound = Uint8Array.from(announcement);
  const bounds = announcement.length - 3 - 1 - 33 - 8;
  unsound.set(announcement.slice(bounds + 4, bounds + 8), bounds);
  unsound.set(announcement.slice(bounds, bounds + 4), bounds + 4);
  const malformed = await signFake('malformed', base.party(5), contract.lockingBytecode, unsound);
  fixture.node.mine(1, { transactions: [forged.hex, malformed.hex] });
  await until('both verdicts', async () => {
    const { FORGED, MALFORMED } = await replica.reader.verdicts();
    return FORGED === 1 && MALFORMED === 1 ? true : undefined;
  });
  const { rows } = await replica.reader.list({ families: ['currency'], limit: 10 });
  expect(rows.map(({ terms }) => terms.txid)).not.toContain(forged.txid);
  await replica.stop();
});
