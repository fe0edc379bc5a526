import type { TokenDetails, Utxo } from 'cashscript';
import type { VestingCoin } from '../vesting-coin.js';

/** The output right behind a state, which holds the tokens. */
export interface CompanionCoin {
  readonly satoshis: bigint;
  /** Base units: what is left of the total, and any beyond it. */
  readonly amount: bigint;
  /**
   * An immutable NFT of the token's category that somebody hung on it in a push of his, which the covenant cannot tell
   * from tokens. No transition carries it on: it would make every later one larger than its fee bound.
   */
  readonly nft?: NonNullable<TokenDetails['nft']>;
}

/** A deployment in token mode as it stands now: the state, and its companion at the next index. */
export interface TokenVestingCoin extends VestingCoin {
  readonly companion: CompanionCoin;
}

/** A token of an amount, or none: an output carries no zero amount. */
export const tokenOf = (category: string, amount: bigint): { readonly token?: TokenDetails } =>
  amount === 0n ? {} : { token: { category, amount } };

/** The companion in cashscript's form. */
export const companionUtxo = (
  { outpoint, companion }: Pick<TokenVestingCoin, 'outpoint' | 'companion'>,
  category: string,
): Utxo => ({
  txid: outpoint.txid,
  vout: outpoint.vout + 1,
  satoshis: companion.satoshis,
  token: { category, amount: companion.amount, ...(companion.nft !== undefined && { nft: companion.nft }) },
});
