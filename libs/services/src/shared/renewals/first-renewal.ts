import type { StreamsRepository } from '@weir/infra';
import { ServiceError } from '../service-error.js';

/**
 * Checks that nothing that is funded goes on from a record yet: its periods would be paid twice.
 *
 * @param id of the payment or plan that is renewed
 * @throws ServiceError WRONG_STATE with the `renewedBy` that there is
 */
export const assertFirstRenewal = async (
  { streams }: { readonly streams: Pick<StreamsRepository, 'renewalOf'> },
  id: string,
): Promise<void> => {
  const renewedBy = await streams.renewalOf(id);
  if (renewedBy !== undefined) throw renewedAlready(renewedBy);
};

/** Makes the refusal of a second renewal. @param renewedBy the first */
export const renewedAlready = (renewedBy: string): ServiceError =>
  new ServiceError('WRONG_STATE', 'It is renewed already, and the renewal is funded: renew that one', { renewedBy });
