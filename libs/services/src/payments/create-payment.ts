import type { CreatePaymentInput, PaymentInterval } from '@weir/api-contract/words';
import { firstPaydays, type Paydays } from '@weir/calendar';
import { MAX_SATOSHIS, P2SH32_DUST } from '@weir/covenants';
import type { IdempotentResponse, NewStream, StreamRecord } from '@weir/infra';
import { MAX_AMOUNT, paymentDefaults, type PaymentPeriod } from '@weir/kinds';
import { fundedTotal, lastDue, type PaymentPlan } from '@weir/payments';
import { MAX_TIME } from '@weir/vesting';
import { parseAmount } from '../shared/amounts.js';
import { parseAsset, type ParsedAsset } from '../shared/parse-asset.js';
import { parseNotice, parseStops } from '../shared/parse-notice.js';
import type { Caller } from '../shared/parties.js';
import { calendarColumns, calendarView } from '../shared/paydays.js';
import type { Origin } from '../shared/retention.js';
import { costOf, type OneCreation, planOne, type PlanOptions, storeOne } from '../streams/create/plan-of-one.js';
import { moveTermsView } from '../streams/read/stream-view.js';
import type { StreamContext } from '../streams/stream-context.js';
import { fundedPaydays, intervalAndCalendar, noPeriods, parsePaydays } from './parse-calendar.js';
import { amountTooLarge, parsePaymentPlan } from './payment-plan.js';
import { toPaymentView } from './payment-view.js';

/** The end of the last funded interval, capped at the last time there is. */
const endOf = (plan: PaymentPlan): number => {
  const end = lastDue(plan) + plan.interval;
  return Number(end < MAX_TIME ? end : MAX_TIME);
};

const FIELDS = { amount: 'amountPerPeriod', start: 'startDate', end: 'endDate' };

/** The periods of a payment, and the columns that say them. */
interface PlannedPeriods {
  readonly columns: Pick<NewStream, 'totalAmount' | 'startTime' | 'endTime' | 'intervalSeconds'> &
    Pick<StreamRecord, 'calendar'> & {
      readonly interval: PaymentPeriod;
      readonly periods: number;
    };
  /** When each falls due, Unix seconds. */
  readonly due: readonly number[];
}

/** What of a request says when periods fall due. */
type AskedPeriods = ParsedAsset &
  Pick<CreatePaymentInput, 'amountPerPeriod'> & { readonly start: number; readonly end: number | null };

const byInterval = (asked: AskedPeriods, interval: PaymentInterval, amountPerPeriod: bigint): PlannedPeriods => {
  const plan = parsePaymentPlan({ ...asked, amountPerPeriod, interval }, asked.amountPerPeriod, FIELDS);
  return {
    columns: {
      totalAmount: fundedTotal(plan),
      startTime: Number(plan.firstDue),
      endTime: endOf(plan),
      intervalSeconds: Number(plan.interval),
      calendar: null,
      interval,
      periods: Number(plan.periods),
    },
    due: Array.from({ length: Number(plan.periods) }, (_, at) => Number(plan.firstDue + BigInt(at) * plan.interval)),
  };
};

const byCalendar = (
  { amountPerPeriod: given, start: startDate, end: endDate, tokenType }: AskedPeriods,
  paydays: Paydays,
  amountPerPeriod: bigint,
): PlannedPeriods => {
  const { first, periods, firstDue, end } = fundedPaydays(paydays, { startDate, endDate }, FIELDS);
  const totalAmount = amountPerPeriod * periods;
  if (totalAmount > (tokenType === 'BCH' ? MAX_SATOSHIS : MAX_AMOUNT)) throw amountTooLarge(FIELDS.amount, given);
  return {
    columns: {
      totalAmount,
      startTime: Number(firstDue),
      endTime: Number(end),
      intervalSeconds: null,
      calendar: calendarColumns(paydays),
      interval: 'CALENDAR',
      periods: Number(periods),
    },
    due: firstPaydays(paydays, first, Number(periods)).map(({ at }) => Number(at)),
  };
};

/**
 * Plans the periods of a request.
 *
 * @throws ServiceError INVALID_REQUEST where it names an interval and a calendar, or neither; INVALID_AMOUNT, INVALID_TIME
 */
const planPeriods = (
  { interval, calendar }: CreatePaymentInput,
  asked: AskedPeriods,
  amountPerPeriod: bigint,
  now: number,
): PlannedPeriods => {
  if (interval !== undefined && calendar !== undefined) throw intervalAndCalendar();
  if (calendar !== undefined) return byCalendar(asked, parsePaydays(calendar, BigInt(now)), amountPerPeriod);
  if (interval !== undefined) return byInterval(asked, interval, amountPerPeriod);
  throw noPeriods();
};

/**
 * Reads a client's request for a payment, with its defaults (from now on, 12 periods, cancelable, pausable like it, with a notice of
 * 36 blocks, 6 on the devnet), and builds its contract.
 *
 * @throws ServiceError INVALID_AMOUNT, INVALID_TIME, SCHEDULE_UNSOUND, INVALID_REQUEST, and as {@link planOne}
 */
const planPayment = async (
  context: StreamContext,
  input: CreatePaymentInput,
  caller: Caller | undefined,
  options?: PlanOptions,
) => {
  const asset = parseAsset(input);
  const amountPerPeriod = parseAmount(input.amountPerPeriod, 'amountPerPeriod', asset.tokenType, P2SH32_DUST);
  const { endDate = null, recipientName = null } = input;
  const { startDate: start } = paymentDefaults(input, { now: context.now(), network: context.network });
  const asked = { ...asset, amountPerPeriod: input.amountPerPeriod, start, end: endDate };
  const planned = planPeriods(input, asked, amountPerPeriod, context.now());
  const { interval, periods, totalAmount, startTime, endTime, intervalSeconds, calendar } = planned.columns;
  const { cancelable, pausable } = parseStops(input);
  const recurring = { firstDue: startTime, periods, amountPerPeriod, pausable };
  const payment = { recipientName, interval, endDate };
  const columns = {
    ...asset,
    product: 'payment',
    totalAmount,
    streamType: 'RECURRING',
    startTime,
    endTime,
    cliffTimestamp: null,
    intervalSeconds,
    calendar,
    cancelable,
    cancelNoticeBlocks: parseNotice(input.cancelNoticeBlocks, context.network),
    description: null,
    recurring,
    payment,
  } as const;
  return { due: planned.due, columns, planned: await planOne(context, columns, input, caller, options) };
};

// Only those who may see a vault may link it.
const shown = (stored: StreamRecord, asOf: bigint) => ({
  payment: { ...toPaymentView(stored, asOf), vaultId: stored.vaultId },
});

/**
 * Stores a payment as PENDING and says how to fund it.
 *
 * @param renews the payment that it goes on from
 * @throws ServiceError as {@link planPayment}
 */
export const createPayment = async (
  context: StreamContext,
  input: CreatePaymentInput,
  caller: Caller | undefined,
  origin?: Origin,
  kept?: IdempotentResponse<OneCreation<typeof shown>>,
  renews?: string,
) => {
  const { planned } = await planPayment(context, input, caller);
  const { row } = planned;
  const place = { ...row.place, ...(renews !== undefined && { renews }) };
  return storeOne(context, { ...planned, row: { ...row, place } }, shown, origin, kept);
};

/** Computes what terms come to, as a creation does: every due period, and what funding them costs. Stores nothing. */
export const previewPayment = async (context: StreamContext, input: CreatePaymentInput, caller: Caller | undefined) => {
  const { due, columns, planned } = await planPayment(context, input, caller, { isPreview: true });
  const { sender, recipient, vaultId } = planned.row;
  return {
    payment: {
      ...columns,
      ...columns.recurring,
      ...columns.payment,
      ...moveTermsView(planned.row),
      sender,
      recipient,
      vaultId,
      startDate: columns.startTime,
      periodsFunded: columns.recurring.periods,
      calendar: calendarView(columns.calendar, due),
    },
    // Every funded period, in the order they fall due: twelve at most.
    schedule: due.map((time) => ({ time, amount: columns.recurring.amountPerPeriod })),
    ...costOf(planned),
  };
};
