import {
  BCH_DECIMALS,
  FUNDED_PERIODS,
  grantDefaults,
  INTERVALS,
  lockDefaults,
  lockMoveDefaults,
  paymentDefaults,
  recurringInterval,
  streamDefaults,
} from '@weir/kinds';
import {
  Difference,
  grantSchedule,
  type NamedInstallments,
  type NamedPaydays,
  type OpenedTranche,
  paydaysUntil,
  salarySchedule,
} from '@weir/verify';
import { isSameAddress } from '../shared/address.js';
import type { Amount, Answered, WithAmounts } from '../shared/amounts.js';
import { WeirError } from '../shared/error.js';
import type { Requested } from '../shared/requested-terms.js';
import type { LockTerms } from '../types/locks.types.js';
import type { RecordSchemas } from '../types/records.types.js';
import { isLocal, type Network } from './chain-reads.js';

type Terms<Product extends keyof RecordSchemas> = WithAmounts<RecordSchemas[Product]['terms']>;

const DAY = 86_400;
const PLAIN_DECIMAL = /^\d+(?:\.\d+)?$/u;

/**
 * Reads a decimal as a number of smallest units.
 *
 * @throws Difference where it has more decimals: no stored amount can be it
 * @throws WeirError INVALID_AMOUNT for text that is not a plain decimal, which the service may read where this does not
 */
export const decimalUnits = (amount: number | string, decimals: number): bigint => {
  if (typeof amount === 'string' && !PLAIN_DECIMAL.test(amount.trim()))
    throw new WeirError('INVALID_AMOUNT', `The amount is "${amount}": expected a decimal with a point, such as 0.125`);
  const [whole = '', fraction = ''] = (typeof amount === 'number' ? amount.toFixed(decimals) : amount.trim()).split(
    '.',
  );
  const digits = fraction.replace(/0+$/u, '');
  if (digits.length > decimals)
    throw new Difference('OTHER_TERMS', `The amount ${amount} has more than ${decimals} decimals`);
  return BigInt(`${whole}${digits.padEnd(decimals, '0')}`);
};

/** Reads an amount of a request as satoshis, or base units of a token. @throws as {@link decimalUnits} */
export const unitsOf = (amount: Amount, category: string | null | undefined): bigint =>
  typeof amount === 'bigint'
    ? amount
    : decimalUnits(amount, category === null || category === undefined ? BCH_DECIMALS : 0);

/**
 * Compares what the service stored with what was requested.
 *
 * @throws Difference
 */
export const assertMatches = (what: string, stored: unknown, requested: unknown): void => {
  if (stored === requested) return;
  throw new Difference(
    'OTHER_TERMS',
    `The service stored another ${what}: ${String(stored)}, not ${String(requested)}`,
  );
};

/** Compares a party. */
export const assertParty = (what: string, stored: string, requested: string | null | undefined): void => {
  if (requested !== undefined && requested !== null && !isSameAddress(stored, requested))
    assertMatches(what, stored, requested);
};

/**
 * Compares a start that terms leave open: it is the moment of the request. Terms that this client sent name one; those that were
 * noted after a reload need not. Local chains have a time of their own.
 */
export const assertOpenStart = (
  stored: number,
  requested: number | null | undefined,
  at: number | undefined,
  network: Network,
  tolerance = DAY,
): void => {
  if (requested !== undefined && requested !== null) return;
  if (!isLocal(network) && Math.abs(stored - (at ?? 0)) > tolerance)
    throw new Difference(
      'OTHER_TERMS',
      `The service chose ${stored} for a start that should be now (${Math.floor(at ?? 0)})`,
    );
};

interface StoredRights {
  readonly cancelable: boolean;
  readonly pausable?: boolean;
  readonly cancel_notice_blocks: number;
  readonly move_delay_blocks: number;
}

interface RequestedRights {
  readonly cancelable?: boolean;
  readonly pausable?: boolean;
  readonly cancelNoticeBlocks?: number;
  readonly moveDelayBlocks?: number | undefined;
}

/** Compares what a sender may do and the notice that it takes, and how a recipient may move. */
export const assertRights = (stored: StoredRights, requested: RequestedRights): void => {
  assertMatches('right to cancel', stored.cancelable, requested.cancelable);
  if (stored.pausable !== undefined) assertMatches('right to pause', stored.pausable, requested.pausable);
  if (stored.cancelable) assertMatches('notice', stored.cancel_notice_blocks, requested.cancelNoticeBlocks);
  assertMatches('delay of a change of address', stored.move_delay_blocks, requested.moveDelayBlocks ?? 0);
};

const requestedCategory = (category: string | null | undefined): string | null => category?.toLowerCase() ?? null;

/** Compares the asset. */
export const assertAsset = (
  stored: { readonly token_category: string | null },
  { tokenCategory }: { readonly tokenCategory?: string | null },
): void => assertMatches('token', stored.token_category, requestedCategory(tokenCategory));

/** What was requested of a stream, and when. */
interface StreamRequest {
  readonly terms: Terms<'streams'>;
  readonly at: number | undefined;
}

/** Compares the start, end, cliff and steps of a stored stream with what was requested. */
const assertSteps = ({ terms, at }: StreamRequest, stored: Answered<'Stream'>, network: Network): void => {
  const { start_time: start, end_time: end, interval_seconds: interval } = stored;
  assertOpenStart(start, terms.startTime, at, network, Math.max(DAY, terms.intervalSeconds ?? 0));
  const expected = { ...terms, ...streamDefaults(terms, { now: start, network }) };
  assertMatches('start', start, expected.startTime);
  assertMatches('end', end, expected.endTime);
  assertMatches('cliff', stored.cliff_timestamp ?? 0, expected.cliffTimestamp ?? 0);
  const usual = expected.streamType === 'RECURRING' ? Number(recurringInterval(BigInt(end - start))) : null;
  assertMatches('interval', interval, expected.streamType === 'LINEAR' ? null : (expected.intervalSeconds ?? usual));
};

/** What grants are compared by, and what errors call it. */
const GRANT_TERMS = [
  ['number of months', 'months'],
  ['day of the month', 'day'],
  ['time of day', 'time'],
  ['distance from UTC', 'utcOffset'],
  ['number of installments', 'installments'],
  ['cliff', 'cliff'],
  ['allocation', 'allocation'],
  ['amount paid elsewhere', 'released'],
  ['first installment', 'firstDue'],
  ['last installment', 'lastDue'],
] as const;

/** A stored stream, or row of a plan, as far as it says when it vests by the calendar. */
type StoredDates = Pick<
  Answered<'Stream'>,
  'calendar' | 'tranches' | 'start_time' | 'total_amount_base' | 'token_category'
>;

/** Returns when a stored stream vests that has installments; undefined of others. */
export const storedGrant = ({
  calendar,
  start_time: start,
  total_amount_base: total,
  token_category: asset,
}: Omit<StoredDates, 'tranches'>) => {
  if (calendar === null) return undefined;
  const { installments, cliffInstallment, allocation, releasedBase: released } = calendar;
  const named = { calendar, start, installments, cliffInstallment, allocation, released, total };
  return grantSchedule(named, asset ?? undefined);
};

/** Installments that were requested, and when. */
interface RequestedInstallments {
  readonly terms: Pick<
    Terms<'streams'>,
    'startTime' | 'installments' | 'cliffInstallment' | 'allocation' | 'releasedAmount'
  >;
  readonly at: number | undefined;
  readonly calendar: NamedInstallments;
}

/** Compares the installments of a stored stream with those that were requested. @throws Difference */
export const assertInstallments = (
  { terms, at, calendar }: RequestedInstallments,
  stored: StoredDates,
  network: Network,
): void => {
  const { start_time: start, total_amount_base: total, token_category: asset } = stored;
  assertOpenStart(start, terms.startTime, at, network);
  const expected = grantDefaults(terms, { now: start, network });
  assertMatches('start', start, expected.startTime);
  const { installments, releasedAmount } = terms;
  const { cliffInstallment, allocation } = expected;
  const released = unitsOf(releasedAmount ?? 0, asset);
  const named = { calendar, start, installments: installments ?? 0, cliffInstallment, allocation, released, total };
  const [said, asked] = [storedGrant(stored), grantSchedule(named, asset ?? undefined)];
  for (const [what, name] of GRANT_TERMS) assertMatches(what, said?.[name], asked[name]);
};

/** Returns the dates and amounts of a stored stream that has its own; undefined of others. */
export const storedTranches = ({ tranches }: Pick<StoredDates, 'tranches'>): readonly OpenedTranche[] | undefined =>
  tranches?.map(({ time, amountBase: amount }) => ({ at: BigInt(time), amount }));

/** Compares the tranches of a stored stream with those that were requested. @throws Difference */
export const assertTranches = (
  requested: NonNullable<Terms<'streams'>['tranches']>,
  stored: Pick<StoredDates, 'tranches' | 'token_category'>,
): void => {
  const found = storedTranches(stored) ?? [];
  assertMatches('number of tranches', found.length, requested.length);
  for (const [place, { time, amount }] of requested.entries()) {
    assertMatches(`date of tranche ${place + 1}`, found[place]?.at, BigInt(time));
    assertMatches(`amount of tranche ${place + 1}`, found[place]?.amount, unitsOf(amount, stored.token_category));
  }
};

/** Names how something vests: what differs in it is never compared. */
export const scheduleKind = ({
  calendar,
  tranches,
}: {
  readonly calendar?: unknown;
  readonly tranches?: unknown;
}): string => {
  if (calendar !== undefined && calendar !== null) return 'installments';
  return tranches === undefined || tranches === null ? 'steps' : 'tranches';
};

/** Compares when a stored stream vests with what was requested. */
const assertSchedule = ({ terms, at }: StreamRequest, stored: Answered<'Stream'>, network: Network): void => {
  const { calendar, tranches } = terms;
  assertMatches('kind of schedule', scheduleKind(stored), scheduleKind(terms));
  if (calendar !== undefined && calendar !== null) assertInstallments({ terms, at, calendar }, stored, network);
  else if (tranches !== undefined && tranches !== null) assertTranches(tranches, stored);
  else assertSteps({ terms, at }, stored, network);
};

/** Compares a stored stream, but for its recipient, with what was requested. @throws Difference */
export const assertStream = ({ terms: given, at }: Requested, stored: Answered<'Stream'>, network: Network): void => {
  const terms = given as Terms<'streams'>;
  const expected = { ...terms, ...streamDefaults(terms, { now: stored.start_time, network }) };
  assertAsset(stored, expected);
  assertParty('sender', stored.sender, expected.sender);
  assertMatches('amount', stored.total_amount_base, unitsOf(expected.totalAmount, expected.tokenCategory));
  assertMatches('contract', stored.contract, 'STREAM');
  assertMatches('kind', stored.stream_type, expected.streamType);
  assertSchedule({ terms, at }, stored, network);
  const { cancelable, cancel_notice_blocks, move_delay_blocks } = stored;
  assertRights({ cancelable, cancel_notice_blocks, move_delay_blocks }, expected);
};

/** Compares when a stored lock unlocks with what was requested. */
const assertUnlocks = (
  { terms: given, at }: Requested,
  { start_time: start, end_time: end, cliff_timestamp: cliff, interval_seconds: interval }: Answered<'Stream'>,
  network: Network,
): void => {
  const terms = given as LockTerms;
  const { unlockTime } = terms;
  if (unlockTime !== undefined && unlockTime !== null) {
    assertMatches('start', start, unlockTime - 1);
    assertMatches('end', end, unlockTime);
    assertMatches('cliff', cliff, null);
    assertMatches('interval', interval, null);
    return;
  }
  const expected = lockDefaults(terms, { now: start });
  const step = expected.streamType === 'STEP' ? (expected.intervalSeconds ?? 1) : 1;
  assertOpenStart(start, terms.startTime, at, network, Math.max(DAY, step));
  assertMatches('start', start, expected.startTime);
  assertMatches('end', end, expected.endTime);
  assertMatches('cliff', cliff ?? 0, terms.cliffTimestamp ?? 0);
  // A stream that vests by the second has no interval.
  assertMatches('interval', interval ?? 1, step);
};

/** Compares a stored lock with what was requested. @throws Difference */
export const assertLock = (requested: Requested, stored: Answered<'Stream'>, network: Network): void => {
  const terms = requested.terms as LockTerms;
  const { moveDelayBlocks = 0 } = lockMoveDefaults(terms);
  assertMatches('contract', stored.contract, 'LOCK');
  assertAsset(stored, terms);
  assertMatches('delay of a change of address', stored.move_delay_blocks, moveDelayBlocks);
  // The recipient of one that can move may have moved it since.
  if (moveDelayBlocks === 0) assertParty('recipient', stored.recipient, terms.recipient);
  assertParty('sender', stored.sender, terms.sender);
  assertMatches('amount', stored.total_amount_base, unitsOf(terms.totalAmount, terms.tokenCategory));
  assertUnlocks(requested, stored, network);
};

/** Returns the seconds of an interval by its word; 0 for what does not repeat by seconds. */
export const secondsOf = (word: string | null | undefined): number =>
  Object.entries(INTERVALS).find(([name]) => name === word)?.[1] ?? 0;

/** Returns how many periods of a payment are funded. */
export const periodsOf = (start: number, interval: number, end: number | null | undefined): number =>
  end === undefined || end === null
    ? FUNDED_PERIODS
    : Math.min(FUNDED_PERIODS, Math.floor((end - start) / interval) + 1);

/** What was requested of a payment, and when. */
interface PaymentRequest {
  readonly terms: Terms<'payments'>;
  readonly at: number | undefined;
}

/** Compares when the periods of a stored payment fall due with the interval that was requested. */
const assertInterval = ({ terms, at }: PaymentRequest, stored: Answered<'Payment'>, network: Network): void => {
  const { start_date: start } = stored;
  const { interval: word, startDate, endDate } = terms;
  const interval = secondsOf(word);
  assertOpenStart(start, startDate, at, network);
  assertMatches('calendar', stored.calendar, null);
  assertMatches('interval', stored.interval_seconds, interval);
  assertMatches('start', start, startDate ?? start);
  assertMatches('number of periods', stored.periods_funded, periodsOf(start, interval, endDate));
};

/** What paydays are compared by, and what errors call it. */
const PAYDAY_TERMS = [
  ['number of months', 'months'],
  ['day of the month', 'day'],
  ['second day of the month', 'secondDay'],
  ['time of day', 'time'],
  ['distance from UTC', 'utcOffset'],
] as const;

/** Paydays that were requested. */
interface RequestedPaydays extends Pick<Requested, 'at'> {
  readonly calendar: NamedPaydays;
  readonly startDate: number | null | undefined;
  readonly endDate: number | null | undefined;
  /** How many they are, where the request says so. */
  readonly periods?: number | null | undefined;
  /** How many they are at most, where it does not: by default those that are funded. */
  readonly most?: number;
}

/** Paydays as the service stored them. */
export interface StoredPaydays {
  readonly calendar: NamedPaydays | null;
  readonly interval: string | null;
  readonly start: number;
  readonly periods: number;
  readonly amountPerPeriod: bigint;
}

/** Compares stored paydays with those that were requested: the first one, their days, and how many they are. @throws Difference */
export const assertPaydays = (
  { at, calendar, startDate, endDate, periods: named, most = FUNDED_PERIODS }: RequestedPaydays,
  { calendar: stored, interval, start, periods, amountPerPeriod }: StoredPaydays,
  network: Network,
): void => {
  assertMatches('interval', interval, 'CALENDAR');
  const open = isLocal(network) ? start : (at ?? start);
  const from = startDate ?? open;
  const said = stored && salarySchedule({ calendar: stored, amountPerPeriod, from: start, periods });
  const asked = salarySchedule({ calendar, amountPerPeriod, from, periods });
  for (const [what, name] of PAYDAY_TERMS) assertMatches(what, said?.[name], asked[name]);
  const count = named ?? Math.min(most, paydaysUntil(calendar, from, endDate ?? undefined));
  assertMatches('number of periods', periods, count);
  assertMatches('start', BigInt(start), asked.firstDue);
};

const paydaysOfPayment = (stored: Answered<'Payment'>): StoredPaydays => ({
  calendar: stored.calendar,
  interval: stored.interval,
  start: stored.start_date,
  periods: stored.periods_funded,
  amountPerPeriod: stored.amount_per_period_base,
});

/** Compares a stored payment, but for its recipient, with what was requested. @throws Difference */
export const assertPayment = ({ terms: given, at }: Requested, stored: Answered<'Payment'>, network: Network): void => {
  const terms = given as Terms<'payments'>;
  const expected = { ...terms, ...paymentDefaults(terms, { now: stored.start_date, network }) };
  assertAsset(stored, expected);
  assertParty('sender', stored.sender, expected.sender);
  assertMatches('amount', stored.amount_per_period_base, unitsOf(expected.amountPerPeriod, expected.tokenCategory));
  const { calendar, startDate, endDate } = terms;
  if (calendar === undefined || calendar === null) assertInterval({ terms, at }, stored, network);
  else assertPaydays({ at, calendar, startDate, endDate }, paydaysOfPayment(stored), network);
  assertRights(stored, expected);
};
