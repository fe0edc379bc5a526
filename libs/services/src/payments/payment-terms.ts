import { MAX_SATOSHIS, P2SH32_DUST, type Network } from '@weir/covenants';
import { fundedTotal, INTERVAL_SECONDS, lastDue, MAX_TIME, paymentPlan, type PaymentPlan } from '@weir/payments';
import { parseAmount } from '../shared/amounts.js';
import { parseAsset, type ParsedAsset } from '../shared/parse-asset.js';
import { parseNotice } from '../shared/parse-notice.js';
import { parseStops } from '../shared/parse-stops.js';
import { invalidTime, parseTime } from '../shared/parse-time.js';
import { ServiceError } from '../shared/service-error.js';
import type { CreatePaymentInput } from './payments.types.js';

/** The terms of a payment, defaults filled in. */
export interface PaymentTerms extends ParsedAsset {
  readonly plan: PaymentPlan;
  readonly endDate: number | null;
  readonly cancelable: boolean;
  readonly pausable: boolean;
  readonly noticeBlocks: number;
}

const tooMuch = (given: number | string): ServiceError =>
  new ServiceError('INVALID_AMOUNT', 'amountPerPeriod times the funded periods exceeds what there can be', {
    field: 'amountPerPeriod',
    given,
  });

const tooLate = (start: bigint): ServiceError =>
  invalidTime(
    'startDate',
    `lets the last period fall due at ${MAX_TIME.toString()} or later, which the chain's time never passes: give an earlier endDate`,
    Number(start),
  );

/**
 * Reads the terms of a payment and fills in the defaults: from now on, 12 periods, cancelable, pausable like it, with a
 * notice of 36 blocks (6 on the devnet).
 *
 * @param now Unix seconds.
 * @throws ServiceError INVALID_AMOUNT, INVALID_TIME, SCHEDULE_UNSOUND, INVALID_REQUEST
 */
export const parsePaymentTerms = (input: CreatePaymentInput, now: number, network: Network): PaymentTerms => {
  const asset = parseAsset(input);
  const amountPerPeriod = parseAmount(input.amountPerPeriod, 'amountPerPeriod', asset.tokenType, P2SH32_DUST);
  const start = parseTime(input.startDate ?? now, 'startDate');
  const end = input.endDate === undefined ? undefined : parseTime(input.endDate, 'endDate');
  const derived = paymentPlan({ amountPerPeriod, interval: INTERVAL_SECONDS[input.interval], start, end });
  if ('problem' in derived) {
    if (derived.problem === 'END_BEFORE_START')
      throw invalidTime('endDate', 'must not be before startDate, when the first period falls due', Number(end));
    if (derived.problem === 'LAST_DUE_OUT_OF_RANGE') throw tooLate(start);
    throw tooMuch(input.amountPerPeriod);
  }
  if (lastDue(derived.plan) >= MAX_TIME) throw tooLate(start);
  if (asset.tokenType === 'BCH' && fundedTotal(derived.plan) > MAX_SATOSHIS) throw tooMuch(input.amountPerPeriod);
  return {
    ...asset,
    plan: derived.plan,
    endDate: input.endDate ?? null,
    ...parseStops(input),
    noticeBlocks: parseNotice(input.cancelNoticeBlocks, network),
  };
};
