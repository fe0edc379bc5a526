import type { Output } from '@bitauth/libauth';
import type { TokenDetails, Utxo } from 'cashscript';
import type { Outpoint } from '../chain/outpoint.js';
import { heldToken } from '../contract/coins.js';
import { isAtLock, type LockContract } from './lock-contract.js';

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

/** Returns what a lock's coin holds of its asset: satoshis, or base units. */
export const lockUnits = (
  { terms }: { readonly terms: Pick<LockContract['terms'], 'asset'> },
  { satoshis, token }: Omit<LockCoin, 'outpoint'>,
): bigint => (terms.asset === 'BCH' ? satoshis : (token?.amount ?? 0n));

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
