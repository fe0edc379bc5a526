import { binsAreEqual, type Output } from '@bitauth/libauth';
import type { TokenDetails, Utxo } from 'cashscript';
import { MAX_PURSE_PERIOD } from '@weir/kinds';
import type { ChainTip } from '../chain/network.js';
import type { Outpoint } from '../chain/outpoint.js';
import { heldToken } from '../contract/coins.js';
import type { PurseContract } from './purse-contract.js';
import type { PurseTerms } from './purse-terms.js';

/** A coin of a purse. */
export interface PurseCoin {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** The purse's tokens; in BCH a stray, which only the way home takes along. */
  readonly token?: TokenDetails | undefined;
  /** The block that holds it; undefined while it is not mined. */
  readonly height?: number | undefined;
}

/** Returns what a purse's coin holds of its asset: satoshis, or base units. */
export const purseUnits = ({ asset }: Pick<PurseTerms, 'asset'>, { satoshis, token }: Omit<PurseCoin, 'outpoint'>) => {
  if (asset.type === 'BCH') return satoshis;
  return token?.category === asset.category ? token.amount : 0n;
};

/** Returns a purse's coin as CashScript's UTXO. */
export const purseUtxo = ({ outpoint, satoshis, token }: PurseCoin): Utxo => ({
  ...outpoint,
  satoshis,
  ...(token !== undefined && { token }),
});

/**
 * Reads the coin that a transaction made of a purse; undefined where the output is elsewhere.
 *
 * @param txid display-order hex
 * @param height of the block that holds the transaction; undefined while it is not mined
 */
export const readPurseCoin = (
  { lockingBytecode }: Pick<PurseContract, 'lockingBytecode'>,
  txid: string,
  outputs: readonly Output[],
  vout: number,
  height?: number,
): PurseCoin | undefined => {
  const output = outputs[vout];
  if (output === undefined || !binsAreEqual(output.lockingBytecode, lockingBytecode)) return undefined;
  return {
    outpoint: { txid, vout },
    satoshis: output.valueSatoshis,
    ...heldToken(output),
    ...(height !== undefined && { height }),
  };
};

/**
 * Returns the age that a payment of the next block may claim, in blocks. A coin that is not mined has none, and one that is older
 * than a relative lock can say has the most.
 */
export const purseAge = ({ height }: Pick<PurseCoin, 'height'>, tip: Pick<ChainTip, 'height'>): number =>
  height === undefined ? 0 : Math.min(MAX_PURSE_PERIOD, Math.max(0, tip.height + 1 - height));

/** Returns what may leave a purse at an age, fees included: satoshis, or base units. */
export const availableAt = ({ terms, left }: Pick<PurseContract, 'terms' | 'left'>, age: number): bigint => {
  const refilled = left + (terms.limit * BigInt(age)) / BigInt(terms.period);
  return refilled < terms.limit ? refilled : terms.limit;
};

/** Returns what a payment counts as: what leaves, and a 64th of the limit at least. */
export const chargeOf = ({ limit }: Pick<PurseTerms, 'limit'>, spent: bigint): bigint => {
  const least = limit / 64n;
  return spent > least ? spent : least;
};

/**
 * Returns the least age at which so much may leave a purse, in blocks; undefined where it never may.
 *
 * @param spent satoshis with the fee, or base units
 */
export const ageFor = ({ terms, left }: Pick<PurseContract, 'terms' | 'left'>, spent: bigint): number | undefined => {
  const missing = chargeOf(terms, spent) - left;
  if (chargeOf(terms, spent) > terms.limit) return undefined;
  if (missing <= 0n) return 0;
  const { limit, period } = terms;
  const blocks = (missing * BigInt(period) + limit - 1n) / limit;
  return blocks > BigInt(MAX_PURSE_PERIOD) ? undefined : Number(blocks);
};

/**
 * Returns the age that a payment claims of a coin: the least one at which as much may leave as at its own. A payment that claims more
 * would only be valid later.
 *
 * @param age of the coin, blocks
 */
export const claimedAge = (contract: Pick<PurseContract, 'terms' | 'left'>, age: number): number =>
  Math.min(age, ageFor(contract, availableAt(contract, age)) ?? age);
