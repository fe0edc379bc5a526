import { Difference } from '@weir/verify';
import { isSameAddress } from '../shared/address.js';
import type { Amount, Answered, WithAmounts } from '../shared/amounts.js';
import { WeirError } from '../shared/error.js';
import type { Told } from '../shared/told.js';
import type { RecordSchemas } from '../types/records.types.js';
import { isLocal, type Network } from './chain-reads.js';

type Terms<Product extends keyof RecordSchemas> = WithAmounts<RecordSchemas[Product]['terms']>;

const DAY = 86_400;
const YEAR = 365 * DAY;
const MONTH = 30 * DAY;
const BCH_DECIMALS = 8;
const MOST_PERIODS = 12;

const PLAIN_DECIMAL = /^\d+(?:\.\d+)?$/u;

/** Seconds of the intervals that have a name. */
export const INTERVALS: Readonly<Record<string, number>> = {
  DAILY: DAY,
  WEEKLY: 7 * DAY,
  BIWEEKLY: 14 * DAY,
  MONTHLY: MONTH,
  YEARLY: YEAR,
};

/**
 * Reads an amount of a request as satoshis, or base units of a token.
 *
 * @throws Difference where it has more decimals than the asset: no stored amount can be it
 * @throws WeirError INVALID_AMOUNT for text that is not a plain decimal, which the service may read where this does not
 */
export const unitsOf = (amount: Amount, category: string | null | undefined): bigint => {
  if (typeof amount === 'bigint') return amount;
  if (typeof amount === 'string' && !PLAIN_DECIMAL.test(amount.trim()))
    throw new WeirError('INVALID_AMOUNT', `The amount is "${amount}": expected a decimal with a point, such as 0.125`);
  const decimals = category === null || category === undefined ? BCH_DECIMALS : 0;
  const [whole = '', fraction = ''] = (typeof amount === 'number' ? amount.toFixed(decimals) : amount.trim()).split(
    '.',
  );
  const digits = fraction.replace(/0+$/u, '');
  if (digits.length > decimals)
    throw new Difference('OTHER_TERMS', `The amount ${amount} has more than ${decimals} decimals`);
  return BigInt(`${whole}${digits.padEnd(decimals, '0')}`);
};

/**
 * Compares what the service stored with what its caller told.
 *
 * @throws Difference
 */
export const assertTold = (what: string, stored: unknown, told: unknown): void => {
  if (stored === told) return;
  throw new Difference('OTHER_TERMS', `The service stored another ${what}: ${String(stored)}, not ${String(told)}`);
};

/** Compares a party. */
export const assertParty = (what: string, stored: string, told: string | null | undefined): void => {
  if (told !== undefined && told !== null && !isSameAddress(stored, told)) assertTold(what, stored, told);
};

/** Compares a start, which is the moment of the request where none was told; chains of one's own have a time of their own. */
export const assertStart = (
  stored: number,
  told: number | null | undefined,
  at: number,
  network: Network,
  tolerance = DAY,
): void => {
  if (told !== undefined && told !== null) assertTold('start', stored, told);
  else if (!isLocal(network) && Math.abs(stored - at) > tolerance)
    throw new Difference(
      'OTHER_TERMS',
      `The service chose ${stored} for a start that should be now (${Math.floor(at)})`,
    );
};

interface Rights {
  readonly cancelable?: boolean | null;
  readonly pausable?: boolean | null;
  readonly cancelNoticeBlocks?: number | null;
}

const NOTICE = 36;
const LOCAL_NOTICE = 6;

/** Compares what a sender may do, and the notice that it takes. */
export const assertRights = (
  stored: { readonly cancelable: boolean; readonly pausable?: boolean; readonly cancel_notice_blocks: number },
  { cancelable, pausable, cancelNoticeBlocks }: Rights,
  network: Network,
): void => {
  assertTold('right to cancel', stored.cancelable, cancelable ?? true);
  if (stored.pausable !== undefined) assertTold('right to pause', stored.pausable, pausable ?? cancelable ?? true);
  const notice = network === 'devnet' ? LOCAL_NOTICE : NOTICE;
  if (stored.cancelable) assertTold('notice', stored.cancel_notice_blocks, cancelNoticeBlocks ?? notice);
};

const categoryTold = (category: string | null | undefined): string | null => category?.toLowerCase() ?? null;

/** Compares the asset. */
export const assertAsset = (
  stored: { readonly token_category: string | null },
  { tokenCategory }: { readonly tokenCategory?: string | null },
): void => assertTold('token', stored.token_category, categoryTold(tokenCategory));

const intervalOf = ({ streamType, intervalSeconds }: Terms<'streams'>, duration: number): number | null => {
  if (streamType === 'LINEAR') return null;
  if (intervalSeconds !== undefined && intervalSeconds !== null) return intervalSeconds;
  return streamType === 'STEP'
    ? Math.min(MONTH, duration)
    : Math.floor(duration / Math.max(1, Math.floor(duration / MONTH)));
};

/** Compares a stored stream with what its caller told. @throws Difference */
export const assertStreamTold = ({ terms: given, at }: Told, stored: Answered<'Stream'>, network: Network): void => {
  const terms = given as Terms<'streams'>;
  assertAsset(stored, terms);
  assertParty('recipient', stored.recipient, terms.recipient);
  assertParty('sender', stored.sender, terms.sender);
  assertTold('amount', stored.total_amount_base, unitsOf(terms.totalAmount, terms.tokenCategory));
  assertTold('contract', stored.contract, 'STREAM');
  assertTold('kind', stored.stream_type, terms.streamType);
  const { start_time: start, end_time: end } = stored;
  assertStart(start, terms.startTime, at, network, Math.max(DAY, terms.intervalSeconds ?? 0));
  assertTold('end', end, terms.endTime ?? start + YEAR);
  assertTold('cliff', stored.cliff_timestamp ?? 0, terms.cliffTimestamp ?? 0);
  assertTold('interval', stored.interval_seconds, intervalOf(terms, end - start));
  assertRights({ cancelable: stored.cancelable, cancel_notice_blocks: stored.cancel_notice_blocks }, terms, network);
};

const STEPS = 12;

/** Compares when a stored lock unlocks with what its caller told. */
const assertUnlocks = (
  { terms: given, at }: Told,
  { start_time: start, end_time: end, cliff_timestamp: cliff, interval_seconds: interval }: Answered<'Stream'>,
  network: Network,
): void => {
  const { unlockTime, streamType, startTime, endTime, cliffTimestamp, intervalSeconds } = given as Terms<'locks'>;
  if (unlockTime !== undefined && unlockTime !== null) {
    assertTold('start', start, unlockTime - 1);
    assertTold('end', end, unlockTime);
    assertTold('cliff', cliff, null);
    assertTold('interval', interval, null);
    return;
  }
  const step = streamType === 'STEP' ? (intervalSeconds ?? MONTH) : null;
  assertStart(start, startTime, at, network, Math.max(DAY, step ?? 0));
  assertTold('end', end, endTime ?? start + (step === null ? YEAR : STEPS * step));
  assertTold('cliff', cliff ?? 0, cliffTimestamp ?? 0);
  assertTold('interval', interval, step);
};

/** Compares a stored lock with what its caller told. @throws Difference */
export const assertLockTold = (told: Told, stored: Answered<'Stream'>, network: Network): void => {
  const terms = told.terms as Terms<'locks'>;
  assertTold('contract', stored.contract, 'LOCK');
  assertAsset(stored, terms);
  assertParty('recipient', stored.recipient, terms.recipient);
  assertParty('sender', stored.sender, terms.sender);
  assertTold('amount', stored.total_amount_base, unitsOf(terms.totalAmount, terms.tokenCategory));
  assertUnlocks(told, stored, network);
};

/** Returns how many periods of a payment are funded. */
export const periodsOf = (start: number, interval: number, end: number | null | undefined): number =>
  end === undefined || end === null ? MOST_PERIODS : Math.min(MOST_PERIODS, Math.floor((end - start) / interval) + 1);

/** Compares a stored payment with what its caller told. @throws Difference */
export const assertPaymentTold = ({ terms: given, at }: Told, stored: Answered<'Payment'>, network: Network): void => {
  const terms = given as Terms<'payments'>;
  assertAsset(stored, terms);
  assertParty('recipient', stored.recipient, terms.recipient);
  assertParty('sender', stored.sender, terms.sender);
  assertTold('amount', stored.amount_per_period_base, unitsOf(terms.amountPerPeriod, terms.tokenCategory));
  assertTold('interval', stored.interval_seconds, INTERVALS[terms.interval]);
  assertStart(stored.start_date, terms.startDate, at, network);
  const { start_date: start, interval_seconds: interval } = stored;
  assertTold('number of periods', stored.periods_funded, periodsOf(start, interval, terms.endDate));
  assertRights(stored, terms, network);
};
