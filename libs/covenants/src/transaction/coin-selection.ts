import type { Utxo } from 'cashscript';
import type { PublicKeyHash } from '../chain/address.js';
import { outpointKey } from '../chain/outpoint.js';
import { InsufficientFundsError } from '../errors/covenant-error.js';

/** A coin of a wallet, which may have several addresses. */
export interface WalletCoin extends Utxo {
  /** Hash of the key that it pays; by default the wallet's own. */
  readonly owner?: PublicKeyHash;
}

/** The coins of a wallet: all at its own address, or with their owners and the address where change goes. */
export type Funds =
  | readonly WalletCoin[]
  | {
      readonly coins: readonly WalletCoin[];
      /** Hash of the key that gets the change; by default the wallet's own. */
      readonly change?: PublicKeyHash | undefined;
    };

/**
 * Returns the coins that a wallet may spend freely: those without a token. Tokens are never moved without need, and
 * never burned.
 */
export const plainCoins = (coins: readonly WalletCoin[]): WalletCoin[] =>
  coins.filter(({ token }) => token === undefined);

/** Returns the satoshis of coins. */
export const heldBy = (coins: readonly Pick<Utxo, 'satoshis'>[]): bigint =>
  coins.reduce((sum, { satoshis }) => sum + satoshis, 0n);

/** Returns the sum of amounts: satoshis of outputs, or units of tokens. */
export const total = (of: readonly { readonly amount: bigint }[]): bigint =>
  of.reduce((sum, { amount }) => sum + amount, 0n);

/** Orders coins by their satoshis. */
export const largestFirst = (a: Utxo, b: Utxo): number =>
  a.satoshis === b.satoshis ? 0 : a.satoshis > b.satoshis ? -1 : 1;

/**
 * Picks coins until they reach a target, the largest first, so that a transaction stays small; coins that are not
 * worth the fee of spending them are left alone.
 *
 * @param coins candidates; those with tokens are passed over
 * @param required coins that are spent in any case, first
 * @param target satoshis that the coins must reach, given their number (each input costs its fee)
 * @throws InsufficientFundsError
 */
export const selectCoins = (
  coins: readonly WalletCoin[],
  required: readonly WalletCoin[],
  target: (count: number) => bigint,
): WalletCoin[] => {
  const taken = new Set(required.map(outpointKey));
  const candidates = plainCoins(coins)
    .filter((coin) => !taken.has(outpointKey(coin)))
    .sort(largestFirst);
  const chosen = [...required];
  let held = heldBy(chosen);
  for (const coin of candidates) {
    if (held >= target(chosen.length)) break;
    if (coin.satoshis <= target(chosen.length + 1) - target(chosen.length)) break;
    chosen.push(coin);
    held += coin.satoshis;
  }
  if (held < target(chosen.length))
    throw new InsufficientFundsError(target(chosen.length), heldBy([...required, ...candidates]));
  return chosen;
};
