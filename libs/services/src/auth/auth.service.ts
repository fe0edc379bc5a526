import { randomBytes, randomUUID } from 'node:crypto';
import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf, type Network, signInRequest, signInTransaction } from '@weir/covenants';
import type { AuthRepository } from '@weir/infra';
import { MAX_ADDRESSES } from '@weir/kinds';
import { bindUseCases } from '../shared/bind-use-cases.js';
import { parseParty } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import { recoverSigner } from './recover-signer.js';
import { type SignIn, signInText } from './sign-in-text.js';
import { verifySignInTransaction } from './verify-transaction.js';

/** A challenge that came back signed: the message by the first address, or the transaction by all. */
interface SignedChallenge {
  /** The first address of the challenge. */
  readonly address: string;
  readonly nonceId: string;
  /** Base64. */
  readonly signature?: string | undefined;
  /** Hex. */
  readonly transaction?: string | undefined;
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

const refused = (field: string, why: string): ServiceError =>
  new ServiceError(
    'AUTH_SIGNATURE_INVALID',
    `The signature is not accepted: ${why}. This nonce is used up; request a new one`,
    { field },
  );

type Challenge = Omit<SignIn, 'domain' | 'network'>;

const verifyMessage = (
  { domain, network }: AuthContext,
  { addresses: [address = ''], ...challenge }: Challenge,
  signature: string,
) => {
  const party = parseParty(address, network, 'address');
  const signer = recoverSigner(signInText({ ...challenge, domain, network, addresses: [address] }), signature);
  if (!signer.ok) throw refused('signature', signer.problem);
  if (binToHex(signer.hash) !== party.hashHex)
    throw refused('signature', 'it was made by another key or for another message');
  return { addresses: [party.address], variant: signer.variant };
};

const verifyTransaction = ({ domain, network }: AuthContext, challenge: Challenge, transaction: string) => {
  const hashes = challenge.addresses.map((address) => parseParty(address, network, 'address').hash);
  const proof = verifySignInTransaction(signInText({ ...challenge, domain, network }), hashes, transaction);
  if (!proof.ok) throw refused('transaction', proof.problem);
  return { addresses: challenge.addresses, variant: 'transaction' };
};

/**
 * Verifies a signed challenge. It is used up by the attempt, before the signature is examined.
 *
 * @returns the proven addresses: the first for a signed message, all for a signed transaction
 * @throws ServiceError INVALID_ADDRESS, INVALID_REQUEST, NONCE_INVALID, AUTH_SIGNATURE_INVALID
 */
const verifyChallenge = async (context: AuthContext, given: SignedChallenge) => {
  const { nonceId, signature, transaction } = given;
  const { address } = parseParty(given.address, context.network, 'address');
  if ((signature === undefined) === (transaction === undefined))
    throw new ServiceError('INVALID_REQUEST', 'Send either signature or transaction', { field: 'signature' });
  const challenge = await context.nonces.takeNonce(nonceId, address, context.now());
  if (challenge === undefined) {
    throw new ServiceError(
      'NONCE_INVALID',
      'The nonce is unknown for this address, used, or expired. Request a new one',
      { field: 'nonceId' },
    );
  }
  return transaction === undefined
    ? verifyMessage(context, challenge, signature ?? '')
    : verifyTransaction(context, challenge, transaction);
};

/** How long a challenge can be signed, seconds. */
const NONCE_SECONDS = 300;

const NONCE_BYTES = 16;

const fieldOf = (index: number): string => (index === 0 ? 'address' : `addresses[${index - 1}]`);

/** Reads the addresses of one wallet, each once. @throws ServiceError INVALID_ADDRESS, INVALID_REQUEST */
const parseAddresses = (given: readonly string[], network: Network): string[] => {
  const addresses = [...new Set(given.map((address, index) => parseParty(address, network, fieldOf(index)).address))];
  if (addresses.length <= MAX_ADDRESSES) return addresses;
  throw new ServiceError('INVALID_REQUEST', `One sign-in proves at most ${MAX_ADDRESSES} addresses`, {
    field: 'addresses',
    given: addresses.length,
  });
};

/**
 * Makes and stores a challenge: a message for the first address to sign, and a transaction for all to sign.
 *
 * @param given the addresses; the first is the one that the session is named by
 * @throws ServiceError INVALID_ADDRESS, INVALID_REQUEST
 */
const createChallenge = async ({ nonces, network, domain, now }: AuthContext, given: readonly string[]) => {
  const addresses = parseAddresses(given, network);
  const createdAt = now();
  const expiresAt = createdAt + NONCE_SECONDS;
  const signIn = { domain, addresses, network, nonce: randomBytes(NONCE_BYTES).toString('hex'), expiresAt };
  // Random, unlike the ids that grow with time: only the one it is given to may know it.
  const nonceId = randomUUID();
  await nonces.addNonce({ id: nonceId, addresses, nonce: signIn.nonce, expiresAt }, createdAt);
  const scripts = addresses.map((address) => lockingBytecodeOf(parseParty(address, network, 'address').hash));
  return {
    nonceId,
    message: signInText({ ...signIn, addresses: addresses.slice(0, 1) }),
    wcTransaction: signInRequest(
      signInTransaction(signInText(signIn), scripts),
      `Sign in to ${domain}. Moves no coins.`,
    ),
    expiresAt,
  };
};

/**
 * Builds the sign-in use cases over a database: the service makes a challenge, the wallet signs it, and each is good for one attempt.
 * Any replica may serve any step.
 */
export const createAuthService = (context: AuthContext) =>
  bindUseCases(context, { challenge: createChallenge, verify: verifyChallenge });

export type AuthService = ReturnType<typeof createAuthService>;
