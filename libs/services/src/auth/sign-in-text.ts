import type { Network } from '@weir/covenants';

/** The longest domain that leaves the message of one address short enough, characters. */
export const MAX_DOMAIN_LENGTH = 64;

/** The content of a sign-in. */
export interface SignIn {
  readonly domain: string;
  /** Canonical cash addresses. */
  readonly addresses: readonly string[];
  readonly network: Network;
  /** 32 hex digits. */
  readonly nonce: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/**
 * Returns the text that a wallet shows and signs, as a message or in a transaction. With one address it stays under
 * 253 bytes: the length of a longer message takes three bytes instead of one, which some wallets get wrong.
 */
export const signInText = ({ domain, addresses, network, nonce, expiresAt }: SignIn): string =>
  [
    `Sign in to ${domain}. Moves no coins.`,
    ...addresses.map((address) => `Address: ${address}`),
    `Network: ${network}`,
    `Nonce: ${nonce}`,
    `Expires: ${new Date(expiresAt * 1000).toISOString().replace('.000Z', 'Z')}`,
  ].join('\n');
