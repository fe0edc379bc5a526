import type { PaymentInterval, TokenType } from '@weir/api-contract/words';
import { MAX_SATOSHIS } from '@weir/covenants';
import { fundedTotal, INTERVAL_SECONDS, lastDue, paymentPlan, type PaymentPlan } from '@weir/payments';
import { MAX_TIME } from '@weir/vesting';
import { invalidTime, parseTime } from '../shared/parse-time.js';
import { ServiceError } from '../shared/service-error.js';

/** The periods that a request for payments asks for. */
interface AskedPeriods {
  /** Of a period, units of the asset. */
  readonly amountPerPeriod: bigint;
  readonly tokenType: TokenType;
  readonly interval: PaymentInterval;
  /** When the first falls due, Unix seconds. */
  readonly start: number;
  /** When they end; null where nothing ends them. */
  readonly end: number | null;
}

/** What the request calls them, for errors. */
type FieldNames = Readonly<Record<'amount' | 'start' | 'end', string>>;

/** Makes the refusal of an amount whose funded periods are more than there can be. */
export const amountTooLarge = (field: string, given: number | string): ServiceError =>
  new ServiceError('INVALID_AMOUNT', `${field} times the funded periods exceeds the largest possible amount`, {
    field,
    given,
  });

/**
 * Plans the periods that are funded: 12, fewer where they end before, the first of them due at the start.
 *
 * @throws ServiceError INVALID_AMOUNT, INVALID_TIME
 */
export const parsePaymentPlan = (
  { amountPerPeriod, tokenType, interval, ...asked }: AskedPeriods,
  given: number | string,
  field: FieldNames,
): PaymentPlan => {
  const start = parseTime(asked.start, field.start);
  const end = asked.end === null ? undefined : parseTime(asked.end, field.end);
  const derived = paymentPlan({ amountPerPeriod, interval: INTERVAL_SECONDS[interval], start, end });
  const isPlanned = 'plan' in derived;
  if (!isPlanned && derived.problem === 'END_BEFORE_START')
    throw invalidTime(field.end, `must not be before ${field.start}, when the first period is due`, Number(end));
  if (isPlanned ? lastDue(derived.plan) >= MAX_TIME : derived.problem === 'LAST_DUE_OUT_OF_RANGE')
    throw invalidTime(
      field.start,
      `puts the last period at ${MAX_TIME.toString()} or later, beyond the largest locktime: set an earlier ${field.end}`,
      Number(start),
    );
  if (!isPlanned || (tokenType === 'BCH' && fundedTotal(derived.plan) > MAX_SATOSHIS))
    throw amountTooLarge(field.amount, given);
  return derived.plan;
};
