import type { Utxo } from 'cashscript';

/** Most coins that a sweep of a stream or payment takes, to stay within relay limits. */
export const MAX_STRAYS = 50;

/**
 * Makes the test whether a coin at a contract's address is a stray: anything but a mutable or minting NFT that could
 * be a state.
 *
 * @param isLength whether commitments of the contract's states may have as many bytes
 */
export const strayBeside =
  (isLength: (bytes: number) => boolean) =>
  ({ token }: Utxo): boolean =>
    token?.nft === undefined || token.nft.capability === 'none' || !isLength(token.nft.commitment.length / 2);
