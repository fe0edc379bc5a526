import type { CreatePaymentInput } from '@weir/api-contract/words';
import { P2SH32_DUST } from '@weir/covenants';
import type { IdempotentResponse, StreamRecord } from '@weir/infra';
import { paymentDefaults } from '@weir/kinds';
import { fundedTotal, lastDue, type PaymentPlan } from '@weir/payments';
import { MAX_TIME } from '@weir/vesting';
import { parseAmount } from '../shared/amounts.js';
import { parseAsset } from '../shared/parse-asset.js';
import { parseNotice, parseStops } from '../shared/parse-notice.js';
import type { Caller } from '../shared/parties.js';
import type { Origin } from '../shared/retention.js';
import { costOf, type OneCreation, planOne, type PlanOptions, storeOne } from '../streams/create/plan-of-one.js';
import { moveTermsView } from '../streams/read/stream-view.js';
import type { StreamContext } from '../streams/stream-context.js';
import { parsePaymentPlan } from './payment-plan.js';
import { toPaymentView } from './payment-view.js';

/** The end of the last funded interval, capped at the last time there is. */
const endOf = (plan: PaymentPlan): number => {
  const end = lastDue(plan) + plan.interval;
  return Number(end < MAX_TIME ? end : MAX_TIME);
};

const FIELDS = { amount: 'amountPerPeriod', start: 'startDate', end: 'endDate' };

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
  const { interval, endDate = null, recipientName = null } = input;
  const { startDate: start } = paymentDefaults(input, { now: context.now(), network: context.network });
  const periods = { ...asset, amountPerPeriod, interval, start, end: endDate };
  const plan = parsePaymentPlan(periods, input.amountPerPeriod, FIELDS);
  const { cancelable, pausable } = parseStops(input);
  const startTime = Number(plan.firstDue);
  const recurring = { firstDue: startTime, periods: Number(plan.periods), amountPerPeriod, pausable };
  const payment = { recipientName, interval, endDate };
  const columns = {
    ...asset,
    product: 'payment',
    totalAmount: fundedTotal(plan),
    streamType: 'RECURRING',
    startTime,
    endTime: endOf(plan),
    cliffTimestamp: null,
    intervalSeconds: Number(plan.interval),
    cancelable,
    cancelNoticeBlocks: parseNotice(input.cancelNoticeBlocks, context.network),
    description: null,
    recurring,
    payment,
  } as const;
  return { plan, columns, planned: await planOne(context, columns, input, caller, options) };
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

/** Every funded period, in the order they fall due: twelve at most. */
const periodsOf = ({ firstDue, interval, periods, amountPerPeriod }: PaymentPlan) =>
  Array.from({ length: Number(periods) }, (_, at) => ({
    time: Number(firstDue + BigInt(at) * interval),
    amount: amountPerPeriod,
  }));

/** Computes what terms come to, as a creation does: every due period, and what funding them costs. Stores nothing. */
export const previewPayment = async (context: StreamContext, input: CreatePaymentInput, caller: Caller | undefined) => {
  const { plan, columns, planned } = await planPayment(context, input, caller, { isPreview: true });
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
    },
    schedule: periodsOf(plan),
    ...costOf(planned),
  };
};
