import { randomBytes, randomUUID } from 'node:crypto';
import { parseParty } from '../shared/parties.js';
import type { AuthContext } from './auth-context.js';
import type { Challenge } from './auth.types.js';
import { signInMessage } from './sign-in-message.js';

/** How long a message can be signed, seconds. */
export const NONCE_SECONDS = 300;

const NONCE_BYTES = 16;

/**
 * Makes and stores a message for an address to sign.
 *
 * @throws ServiceError INVALID_ADDRESS
 */
export const createChallenge = async (
  { nonces, network, domain, now }: AuthContext,
  given: string,
): Promise<Challenge> => {
  const { address } = parseParty(given, network, 'address');
  const createdAt = now();
  const expiresAt = createdAt + NONCE_SECONDS;
  const message = signInMessage({
    domain,
    address,
    network,
    nonce: randomBytes(NONCE_BYTES).toString('hex'),
    expiresAt,
  });
  // Random, unlike the ids that grow with time: only the one it is given to may know it.
  const nonceId = randomUUID();
  await nonces.addNonce({ id: nonceId, address, message, expiresAt }, createdAt);
  return { nonceId, message, expiresAt };
};
