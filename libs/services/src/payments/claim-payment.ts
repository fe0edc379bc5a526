import { claimStream, type ClaimRequest } from '../streams/claim/claim-stream.js';
import type { StreamContext } from '../streams/stream-context.js';
import type { PaymentClaim } from './payments.types.js';

/**
 * Builds the claim of all due periods, and sends it with `broadcast` where nothing is to be signed.
 *
 * @throws ServiceError as {@link claimStream}; NOTHING_TO_CLAIM with `claimableAt` when no period is due
 */
export const claimPayment = async (
  context: StreamContext,
  id: string,
  request: ClaimRequest,
): Promise<PaymentClaim> => {
  const claim = await claimStream(context, id, request);
  return { ...claim, intervalsClaimable: claim.periods ?? 0 };
};
