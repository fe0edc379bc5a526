import { binToHex } from '@bitauth/libauth';
import { parseParty } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import type { AuthContext } from './auth-context.js';
import type { AuthenticatedCaller, SignedChallenge } from './auth.types.js';
import { recoverSigner } from './recover-signer.js';

const refused = (why: string): ServiceError =>
  new ServiceError(
    'AUTH_SIGNATURE_INVALID',
    `The signature is not accepted: ${why}. Ask for a new nonce: this one is used up`,
    { field: 'signature' },
  );

/**
 * Verifies a signed message. The message is used up by the attempt, before the signature is examined.
 *
 * @throws ServiceError INVALID_ADDRESS, NONCE_INVALID, AUTH_SIGNATURE_INVALID
 */
export const verifyChallenge = async (
  context: AuthContext,
  { address: given, signature, nonceId }: SignedChallenge,
): Promise<AuthenticatedCaller> => {
  const { address, hashHex } = parseParty(given, context.network, 'address');
  const message = await context.nonces.takeNonce(nonceId, address, context.now());
  if (message === undefined) {
    throw new ServiceError(
      'NONCE_INVALID',
      'There is no such nonce for this address: it may have expired or been used. Ask for a new one',
      { field: 'nonceId' },
    );
  }
  const signer = recoverSigner(message, signature);
  if (!signer.ok) throw refused(signer.problem);
  if (binToHex(signer.hash) !== hashHex) throw refused('another key, or another message, was signed');
  return { address, variant: signer.variant };
};
