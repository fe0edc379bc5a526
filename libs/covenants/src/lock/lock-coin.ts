import type { Output } from '@bitauth/libauth';
import type { TokenDetails, Utxo } from 'cashscript';
import type { Outpoint } from '../chain/outpoint.js';
import { heldToken } from '../contract/coins.js';
import { isAtLock, type LockContract } from './lock-contract.js';
import { LOCK_MOVE_FEE } from './lock-limits.js';
import type { LockTerms } from './lock-terms.js';

/**
 * A coin at a lock's address. What it holds is the whole state: a funded lock, what a payment left of it, or anything that
 * somebody sent there.
 */
export interface LockCoin {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** The locked tokens; in BCH a stray that goes along with the next payment. */
  readonly token?: TokenDetails | undefined;
}

/** Returns the satoshis in a lock's coin that are for the fee of a pending move. */
export const moveFeeIn = ({ asset, movesTo }: Pick<LockTerms, 'asset' | 'movesTo'>): bigint =>
  movesTo === undefined ? 0n : LOCK_MOVE_FEE[asset];

/** Returns what a lock's coin holds of its asset: satoshis, without those for the fee of a pending move, or base units. */
export const lockUnits = (
  { terms }: { readonly terms: Pick<LockTerms, 'asset' | 'movesTo'> },
  { satoshis, token }: Omit<LockCoin, 'outpoint'>,
): bigint => (terms.asset === 'BCH' ? satoshis - moveFeeIn(terms) : (token?.amount ?? 0n));

/**
 * Whether an NFT is on a lock's tokens, as far as a script can see it: it does not see an empty immutable one. Lanes and locks
 * of tokens make no output with one.
 */
export const carriesNft = ({ token }: Pick<LockCoin, 'token'>): boolean =>
  token?.nft !== undefined && (token.nft.capability !== 'none' || token.nft.commitment !== '');

/** Reads the coin that a transaction made at a lock's address; undefined where the output is elsewhere. */
export const readLockCoin = (
  contract: LockContract,
  txid: string,
  outputs: readonly Output[],
  vout: number,
): LockCoin | undefined => {
  const output = outputs[vout];
  if (output === undefined || !isAtLock(contract, output)) return undefined;
  return {
    outpoint: { txid, vout },
    satoshis: output.valueSatoshis,
    ...heldToken(output),
  };
};

/** Converts the coin to a CashScript UTXO. */
export const lockUtxo = ({ outpoint, satoshis, token }: LockCoin): Utxo => ({
  ...outpoint,
  satoshis,
  ...(token !== undefined && { token }),
});
