import { MAX_PAGE_ROWS, MAX_PERIODS } from '@weir/kinds';
import {
  Difference,
  differenceOf,
  namedPaydays,
  paydaysUntil,
  provenPeriod,
  type AskedEffect,
  type CurrencyMove,
} from '@weir/verify';
import type { Connection } from '../connection/connection.js';
import type { Amount } from '../shared/amounts.js';
import { WeirError } from '../shared/error.js';
import type { Requested } from '../shared/requested-terms.js';
import type { CheckedPeriod, CurrencyPayment, CurrencyPaymentDetail, CurrencyTerms } from '../types/currency.types.js';
import { createChainReads, networkAt, type Network } from './chain-reads.js';
import {
  assertMatches,
  assertOpenStart,
  assertParty,
  assertPaydays,
  decimalUnits,
  secondsOf,
  type StoredPaydays,
  unitsOf,
} from './expected-records.js';
import { assertOwn } from './records.js';
import type { Expectation, Purpose, Scene } from './scene.js';

/** Returns how many periods a stored payment has. */
const periodsOf = ({ periods, calendar, start_date: start }: CurrencyPayment): number =>
  periods ?? (calendar === null ? MAX_PERIODS : paydaysUntil(calendar, start, undefined));

/** Returns how many periods of equal times terms ask for. */
const periodsAsked = ({ periods, endDate, interval }: CurrencyTerms, firstDue: number): number => {
  if (periods !== undefined && periods !== null) return periods;
  if (endDate === undefined || endDate === null) return MAX_PERIODS;
  return Math.min(MAX_PERIODS, Math.floor((endDate - firstDue) / secondsOf(interval)) + 1);
};

/** What was requested of one payment. */
interface RequestedPayment extends Pick<Requested, 'at'> {
  readonly terms: CurrencyTerms;
}

/** Returns what was requested of each payment of a funding, in order. */
const requestedOf = ({ terms: given, at }: Requested): readonly RequestedPayment[] => {
  const { others, ...terms } = given as CurrencyTerms;
  const { recipientName: _name, openingAmount: _opening, ...shared } = terms;
  return [{ terms, at }, ...(others ?? []).map((own) => ({ terms: { ...shared, ...own }, at }))];
};

/** Compares when the periods of a stored payment fall due with what was requested. @throws Difference */
const assertPeriods = ({ terms, at }: RequestedPayment, stored: CurrencyPayment, network: Network): void => {
  const { calendar, startDate, endDate, periods, interval } = terms;
  if (calendar !== undefined && calendar !== null) {
    const said: StoredPaydays = {
      calendar: stored.calendar,
      interval: stored.interval,
      start: stored.start_date,
      periods: periodsOf(stored),
      amountPerPeriod: stored.amount_per_period_base,
    };
    assertPaydays({ at, calendar, startDate, endDate, periods, most: MAX_PERIODS }, said, network);
    return;
  }
  assertMatches('calendar', stored.calendar, null);
  assertMatches('interval', stored.interval_seconds, secondsOf(interval));
  assertOpenStart(stored.start_date, startDate, at, network);
  if (startDate !== undefined && startDate !== null) assertMatches('start', stored.start_date, startDate);
  assertMatches('number of periods', periodsOf(stored), periodsAsked(terms, stored.start_date));
};

/** Compares a stored payment with what was requested. @throws Difference */
const assertCurrency = ({ terms, at }: RequestedPayment, stored: CurrencyPayment, network: Network): void => {
  const { oracle, price_bounds: bounds } = stored;
  const { lowest, highest } = terms.priceBounds ?? {};
  const inUnits = (amount: number | string): bigint => decimalUnits(amount, oracle.decimals);
  assertParty('sender', stored.sender, terms.sender);
  assertParty('recipient', stored.recipient, terms.recipient);
  assertMatches('currency', oracle.currency, terms.currency);
  if (terms.oracle !== undefined && terms.oracle !== null) assertMatches('oracle', oracle.public_key, terms.oracle);
  if (terms.decimals !== undefined) assertMatches('number of decimals', oracle.decimals, terms.decimals);
  assertMatches('amount', stored.amount_per_period_base, inUnits(terms.amountPerPeriod));
  if (lowest !== undefined) assertMatches('lowest price', bounds.lowest_base, inUnits(lowest));
  if (highest !== undefined) assertMatches('highest price', bounds.highest_base, inUnits(highest));
  if (terms.openingAmount !== undefined && terms.openingAmount !== null)
    assertMatches(
      'opening amount',
      stored.opening_amount_base - stored.reserveBase,
      unitsOf(terms.openingAmount, null),
    );
  assertPeriods({ terms, at }, stored, network);
  assertMatches('right to pause', stored.pausable, terms.pausable ?? true);
  if (terms.cancelNoticeBlocks !== undefined && terms.cancelNoticeBlocks !== null)
    assertMatches('notice', stored.cancel_notice_blocks, terms.cancelNoticeBlocks);
};

/** Whether the caller themselves named what a lie about the oracle or its price could change. */
const isComplete = ({ oracle, decimals, priceBounds, openingAmount }: CurrencyTerms): boolean =>
  [oracle, decimals, priceBounds?.lowest, priceBounds?.highest, openingAmount].every(
    (term) => term !== undefined && term !== null,
  );

const readPayment = async ({ connection: { api, ask }, wallet }: Scene, id: string): Promise<CurrencyPayment> => {
  const params = { path: { id } };
  return (await ask((sent) => api.GET('/api/currency-payments/{id}', { ...sent, params }), { wallet })).payment;
};

/** What a record says of its contract, in the words of the funding's effect. */
const contractOf = (record: CurrencyPayment) => ({
  sender: record.sender,
  oracle: record.oracle.public_key,
  currency: record.oracle.currency,
  decimals: record.oracle.decimals,
  interval: record.interval_seconds === null ? undefined : BigInt(record.interval_seconds),
  paydays: record.calendar === null ? undefined : namedPaydays(record.calendar),
  lowest: record.price_bounds.lowest_base,
  highest: record.price_bounds.highest_base,
  noticeBlocks: record.cancel_notice_blocks,
  isPausable: record.pausable,
  leastTopUp: record.least_top_up_base,
});

/** Reads all payments that one funding opens, in their order. */
const readOpened = async ({ connection: { api, ask }, wallet }: Scene, openedWith: string) => {
  const params = { query: { openedWith, limit: MAX_PAGE_ROWS } };
  const { payments } = await ask((sent) => api.GET('/api/currency-payments', { ...sent, params }), { wallet });
  return payments.toSorted((one, other) => one.index - other.index);
};

/**
 * Asks for what opens a payment in a currency, and those beside it, no matter who their sender is.
 *
 * @throws Difference where the records have other terms than were requested
 */
export const recordedCurrency = async (scene: Scene, id: string) => {
  const { connection, network } = scene;
  const record = await readPayment(scene, id);
  const opened = await readOpened(scene, record.opened_with);
  const noted = connection.requested.get(record.opened_with);
  const requested = noted === undefined ? [] : requestedOf(noted);
  if (noted !== undefined) assertMatches('number of payments', opened.length, requested.length);
  for (const [place, each] of requested.entries()) assertCurrency(each, opened[place] ?? record, network);
  // Otherwise another payment could be opened than the one that was named.
  assertMatches(
    'list of payments',
    opened.some((each) => each.id === record.id),
    true,
  );
  const effect: AskedEffect = {
    kind: 'OPENS_CURRENCY_PAYMENTS',
    ...contractOf(record),
    payments: opened.map((each) => ({
      recipient: each.recipient,
      amount: each.amount_per_period_base,
      periods: periodsOf(each),
      firstDue: BigInt(each.start_date),
      satoshis: each.opening_amount_base,
    })),
  };
  const isRequested = requested.length > 0 && requested.every(({ terms }) => isComplete(terms));
  return { sender: record.sender, openedWith: record.opened_with, effect, isRequested };
};

/**
 * Asks for the funding of a payment in a currency by its sender.
 *
 * @throws Difference where the record has other terms than were requested, or another sender
 */
export const currencyOpening = async (scene: Scene, id: string): Promise<Expectation> => {
  const { sender, effect, isRequested } = await recordedCurrency(scene, id);
  assertOwn(scene.addresses, sender);
  return { effects: [effect], isRequested };
};

/**
 * Finds a payment in its funding on the chain, which must say what its record says.
 *
 * @throws Difference
 */
const findPayment = async ({ reads, network }: Pick<Scene, 'reads' | 'network'>, record: CurrencyPayment) => {
  const { id, funding_tx_hash: txid, nft_commitment: commitment } = record;
  if (txid === null) throw new Difference('OTHER_TERMS', `${id} is not funded`);
  const funded = await reads.currencyPayments(txid);
  const index = funded.indexOf(commitment);
  const found = funded.payments.find((payment) => payment.index === index);
  if (found === undefined) throw new Difference('OTHER_TERMS', `The funding of ${id} did not open it`);
  const { sender, oracle, currency, decimals, interval, paydays, lowest, highest } = contractOf(record);
  const payment = { recipient: record.recipient, amount: record.amount_per_period_base };
  const difference = differenceOf(
    { sender, oracle, currency, decimals, interval, paydays, lowest, highest, payment },
    { ...funded, payment: found },
    network,
  );
  if (difference !== undefined)
    throw new Difference('OTHER_TERMS', `On the chain ${id} has other terms: ${difference}`);
  reads.pin(id, `${funded.category}:${found.index}`);
  return { funded, payment: found };
};

/** Returns what a top-up was asked to add, satoshis; of any other step nothing. */
const addedBy = (move: CurrencyMove, amount: Amount | undefined): bigint => {
  if (move !== 'TOP_UP') return 0n;
  if (amount === undefined) throw new Difference('OTHER_TERMS', 'Nobody said how much the top-up should add');
  return unitsOf(amount, null);
};

/** Returns what a step of a payment in a currency does. @throws Difference */
export const currencyMoveEffect = async (
  scene: Scene,
  { id, amount }: Pick<Purpose, 'id' | 'amount'>,
  move: CurrencyMove,
): Promise<Extract<AskedEffect, { readonly kind: 'MOVES_CURRENCY_PAYMENT' }>> => {
  const { funded, payment } = await findPayment(scene, await readPayment(scene, id));
  const { sender, category } = funded;
  return {
    kind: 'MOVES_CURRENCY_PAYMENT',
    move,
    category,
    index: payment.index,
    sender,
    added: addedBy(move, amount),
  };
};

/** Returns what names a payment in transactions that touch its till, from its funding on the chain. @throws Difference */
const tillOf = async (scene: Scene, id: string) => {
  const { funded, payment } = await findPayment(scene, await readPayment(scene, id));
  return { category: funded.category, index: payment.index, sender: funded.sender };
};

/** Returns what takes back coins from the till of a payment. @throws Difference */
export const takingEffect = async (scene: Scene, id: string) =>
  ({ kind: 'TAKES_TILL', ...(await tillOf(scene, id)) }) as const satisfies AskedEffect;

/**
 * Returns what sends an amount to the till of a payment, whose address follows from its funding: a service cannot name another one.
 *
 * @param satoshis of the amount
 * @throws Difference
 */
export const fillingEffect = async (scene: Scene, id: string, satoshis: bigint) =>
  ({ kind: 'FILLS_TILL', ...(await tillOf(scene, id)), satoshis }) as const satisfies AskedEffect;

/** Asks for the taking of what was not added to a payment by its sender. @throws Difference */
export const currencyTaking = async (scene: Scene, id: string): Promise<Expectation> => {
  const effect = await takingEffect(scene, id);
  assertOwn(scene.addresses, effect.sender);
  return { effects: [effect], isRequested: true };
};

/** Asks for a step of a payment in a currency, and of all that are moved with it. @throws Difference */
export const currencyMove = async (scene: Scene, purpose: Purpose, move: CurrencyMove): Promise<Expectation> => {
  const { id, others = [], amount } = purpose;
  const effects: AskedEffect[] = [];
  for (const each of [id, ...others]) effects.push(await currencyMoveEffect(scene, { id: each, amount }, move));
  return { effects, isRequested: true };
};

/**
 * Computes what the periods of a payment came to, from its funding on the chain and the messages that the oracle signed.
 *
 * @throws WeirError UNEXPECTED_PRICE where a price that the service states is not proven, or comes to another amount
 */
export const checkPrices = async (
  connection: Connection,
  { payment: record, executions }: CurrencyPaymentDetail,
): Promise<readonly CheckedPeriod[]> => {
  try {
    const { network } = await networkAt(connection, record.sender);
    const { funded, payment } = await findPayment({ reads: createChainReads(connection, network), network }, record);
    return executions.flatMap(({ price, tx_hash: txHash }) => {
      if (price === null) return [];
      const proof = {
        message: price.message,
        signature: price.signature,
        previousMessage: price.previous_message,
        previousSignature: price.previous_signature,
      };
      const proven = provenPeriod({ ...funded, amount: payment.amount }, BigInt(price.due), proof);
      assertMatches('price', price.price_base, proven.price);
      assertMatches('number of satoshis', price.amountBase, proven.satoshis);
      return [{ ...proven, ...proof, due: price.due, txHash }];
    });
  } catch (error) {
    if (!(error instanceof Difference)) throw error;
    throw new WeirError(
      'UNEXPECTED_PRICE',
      `What the service says of ${record.payment_id} is not proven. ${error.message}`,
      {
        cause: error,
      },
    );
  }
};
