import type { CreatePaymentInput, RenewPaymentInput } from '@weir/api-contract/words';
import type { IdempotentResponse, PaymentTermsRecord, StreamRecord } from '@weir/infra';
import { moveTermsOf } from '../shared/parse-move-delay.js';
import { addressesOf, type Caller, callerHashes } from '../shared/parties.js';
import { calendarTerms } from '../shared/paydays.js';
import { assertFirstRenewal } from '../shared/renewals/first-renewal.js';
import { amountText, periodTerms, renewalStart } from '../shared/renewals/renewal-terms.js';
import type { Origin } from '../shared/retention.js';
import { ServiceError } from '../shared/service-error.js';
import { actsForOwner } from '../shared/vaults/vault-access.js';
import { moveDelayOf } from '../streams/contract/stored-stream.js';
import { loadStream, wrongState } from '../streams/load-stream.js';
import type { StreamContext } from '../streams/stream-context.js';
import { createPayment } from './create-payment.js';
import { renewedPlanOf } from './renewed-plan.js';

const assertOfNoRenewedPlan = async (context: StreamContext, stream: StreamRecord): Promise<void> => {
  const plan = await renewedPlanOf(context, stream);
  if (plan === undefined) return;
  throw plan.renewedBy === undefined
    ? wrongState(stream, ', and it belongs to a plan: renew the plan', { ...plan })
    : wrongState(stream, ', and the renewal of its plan continues it', { ...plan });
};

type Created = Awaited<ReturnType<typeof createPayment>>;

/** Returns the fields of a request that say when the periods of a payment fall due. */
const periodsOf = (
  { interval }: PaymentTermsRecord,
  calendar: StreamRecord['calendar'],
): Pick<CreatePaymentInput, 'interval' | 'calendar'> => {
  if (interval !== 'CALENDAR') return { interval };
  if (calendar === null) throw new Error('A payment by the calendar has no paydays');
  return { calendar: calendarTerms(calendar) };
};

/**
 * Stores a payment that continues another one: the same parties, asset and interval, and the same number of periods unless the input
 * names one. Its first period is due an interval after the last old one.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, INVALID_AMOUNT, INVALID_TIME, QUOTA_EXCEEDED
 */
export const renewPayment = async (
  context: StreamContext,
  id: string,
  { amountPerPeriod, periods, recipientName }: RenewPaymentInput,
  caller: Caller,
  origin?: Origin,
  kept?: IdempotentResponse<Created>,
): Promise<Created> => {
  const old = await loadStream(context, id);
  const { recurring, payment, calendar, vaultId, senderHash: ownerHash } = old;
  if (!(await actsForOwner(context.vaults, { ownerHash, vaultId }, callerHashes(caller, context.network))))
    throw new ServiceError('FORBIDDEN', 'Only the sender of the payment may renew it', { sender: old.sender });
  if (recurring === null || payment === null) throw new Error('A payment has no periods');
  const paid = await context.streams.lastPeriodsOf([id]);
  const start = renewalStart(old, paid.get(id) ?? 0);
  if (typeof start !== 'number') throw wrongState(old, `: ${start.reason}`);
  await assertOfNoRenewedPlan(context, old);
  await assertFirstRenewal(context, id);
  const terms = periodTerms(start, periods ?? recurring.periods, old);
  return createPayment(
    context,
    {
      ...(vaultId === null ? { sender: old.sender } : { vaultId }),
      recipient: old.recipient,
      recipientName: recipientName ?? payment.recipientName ?? undefined,
      tokenType: old.tokenType,
      tokenCategory: old.tokenCategory ?? undefined,
      amountPerPeriod: amountPerPeriod ?? amountText(old, recurring.amountPerPeriod),
      ...periodsOf(payment, calendar),
      startDate: terms.start,
      endDate: terms.end,
      cancelable: old.cancelable,
      pausable: recurring.pausable,
      cancelNoticeBlocks: old.cancelNoticeBlocks,
      ...moveTermsOf(moveDelayOf(old)),
    },
    addressesOf(caller),
    origin,
    kept,
    id,
  );
};
