import { randomBytes, randomUUID } from 'node:crypto';
import { binToHex } from '@bitauth/libauth';
import type { Network } from '@weir/covenants';
import type { AuthRepository } from '@weir/infra';
import { bindUseCases } from '../shared/bind-use-cases.js';
import { parseParty } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import { recoverSigner } from './recover-signer.js';

/** The longest domain that leaves the message short enough, characters. */
export const MAX_DOMAIN_LENGTH = 64;

/** The content of a sign-in message. */
export interface SignIn {
  readonly domain: string;
  /** Canonical cash address. */
  readonly address: string;
  readonly network: Network;
  /** 32 hex digits. */
  readonly nonce: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/**
 * Returns the text that a wallet shows and signs. It stays under 253 bytes: the length of a longer message takes three
 * bytes instead of one, which some wallets get wrong.
 */
export const signInMessage = ({ domain, address, network, nonce, expiresAt }: SignIn): string =>
  [
    `Sign in to ${domain}. Moves no coins.`,
    `Address: ${address}`,
    `Network: ${network}`,
    `Nonce: ${nonce}`,
    `Expires: ${new Date(expiresAt * 1000).toISOString().replace('.000Z', 'Z')}`,
  ].join('\n');

/** A challenge that came back signed. */
interface SignedChallenge {
  readonly address: string;
  /** Base64. */
  readonly signature: string;
  readonly nonceId: string;
}

/** The dependencies of the sign-in use cases. */
interface AuthContext {
  readonly nonces: Pick<AuthRepository, 'addNonce' | 'takeNonce'>;
  readonly network: Network;
  /** The domain that users sign in to, as the operator configured it; never taken from a request. */
  readonly domain: string;
  /** Unix seconds. */
  readonly now: () => number;
}

const refused = (why: string): ServiceError =>
  new ServiceError(
    'AUTH_SIGNATURE_INVALID',
    `The signature is not accepted: ${why}. This nonce is used up; request a new one`,
    { field: 'signature' },
  );

/**
 * Verifies a signed message. The message is used up by the attempt, before the signature is examined.
 *
 * @throws ServiceError INVALID_ADDRESS, NONCE_INVALID, AUTH_SIGNATURE_INVALID
 */
const verifyChallenge = async (context: AuthContext, { address: given, signature, nonceId }: SignedChallenge) => {
  const { address, hashHex } = parseParty(given, context.network, 'address');
  const message = await context.nonces.takeNonce(nonceId, address, context.now());
  if (message === undefined) {
    throw new ServiceError(
      'NONCE_INVALID',
      'The nonce is unknown for this address, used, or expired. Request a new one',
      { field: 'nonceId' },
    );
  }
  const signer = recoverSigner(message, signature);
  if (!signer.ok) throw refused(signer.problem);
  if (binToHex(signer.hash) !== hashHex) throw refused('it was made by another key or for another message');
  return { address, variant: signer.variant };
};

/** How long a message can be signed, seconds. */
const NONCE_SECONDS = 300;

const NONCE_BYTES = 16;

/**
 * Makes and stores a message for an address to sign.
 *
 * @throws ServiceError INVALID_ADDRESS
 */
const createChallenge = async ({ nonces, network, domain, now }: AuthContext, given: string) => {
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

/**
 * Builds the sign-in use cases over a database: the service makes a message, the wallet signs it, and each message is good for one
 * attempt. Any replica may serve any step.
 */
export const createAuthService = (context: AuthContext) =>
  bindUseCases(context, { challenge: createChallenge, verify: verifyChallenge });

export type AuthService = ReturnType<typeof createAuthService>;
