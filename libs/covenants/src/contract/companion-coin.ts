import type { TokenDetails, Utxo } from 'cashscript';
import type { Outpoint } from '../chain/outpoint.js';

/** The output right behind a state, which holds the tokens. */
export interface CompanionCoin {
  readonly satoshis: bigint;
  /** Base units: what is left of the total, and any beyond it. */
  readonly amount: bigint;
  /**
   * An immutable NFT of the token's category that somebody hung on it in a push, which the covenant cannot tell
   * from tokens. No transition carries it on: it would make every later one larger than its fee bound.
   */
  readonly nft?: NonNullable<TokenDetails['nft']>;
}

/** A token of an amount, or none: an output carries no zero amount. */
export const tokenOf = (category: string, amount: bigint): { readonly token?: TokenDetails } =>
  amount === 0n ? {} : { token: { category, amount } };

/** The companion in cashscript's form. @param outpoint of the state before it */
export const companionUtxo = (
  { outpoint, companion }: { readonly outpoint: Outpoint; readonly companion: CompanionCoin },
  category: string,
): Utxo => ({
  txid: outpoint.txid,
  vout: outpoint.vout + 1,
  satoshis: companion.satoshis,
  token: { category, amount: companion.amount, ...(companion.nft !== undefined && { nft: companion.nft }) },
});
