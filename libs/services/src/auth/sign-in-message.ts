import type { Network } from '@weir/covenants';

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
