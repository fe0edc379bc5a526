import type { PlanFundingRecord, StreamRecord, StreamsRepository } from '@weir/infra';
import { ServiceError } from '../service-error.js';
import { assertFirstRenewal } from './first-renewal.js';
import { endOfPeriods } from './renewal-terms.js';

type Streams = Pick<StreamsRepository, 'findById' | 'lastPeriodsOf' | 'renewalOf'>;

/**
 * Checks before a payment is funded that, where it is a renewal, it still goes on where the other one ends, and is the first to be
 * funded.
 *
 * @throws ServiceError WRONG_STATE
 */
export const assertRenews = async (
  { streams }: { readonly streams: Streams },
  { id, recurring }: StreamRecord,
  { renews }: Pick<PlanFundingRecord, 'renews'>,
): Promise<void> => {
  if (renews === null) return;
  await assertFirstRenewal({ streams }, renews, id);
  const old = await streams.findById(renews);
  if (old === undefined || recurring === null)
    throw new Error('Renewed payment is missing, or the record is not a payment');
  const paid = await streams.lastPeriodsOf([renews]);
  const end = endOfPeriods(old, paid.get(renews) ?? 0);
  if (end === recurring.firstDue) return;
  const why = typeof end === 'number' ? 'It was paused and resumed' : end.reason;
  throw new ServiceError('WRONG_STATE', `The payment that this one renews has changed: ${why}. Renew that one again`, {
    renews,
  });
};
