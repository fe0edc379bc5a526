import type { Utxo } from 'cashscript';
import type { Outpoint } from '../chain/outpoint.js';
import type { CompanionCoin } from '../contract/companion-coin.js';
import { encodeAirdropState, type AirdropState } from './airdrop-state.js';

/** A lane as it stands now: its state, and in token mode the tokens at the next index. */
export interface AirdropCoin {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** The campaign's own category, display-order hex. */
  readonly category: string;
  readonly state: AirdropState;
  /** In token mode; it may have run out of tokens. */
  readonly companion?: CompanionCoin | undefined;
}

/** Returns the state output's token: the campaign's mutable NFT with the state as its commitment. */
export const airdropToken = (category: string, state: AirdropState) => ({
  category,
  amount: 0n,
  nft: { capability: 'mutable', commitment: encodeAirdropState(state) } as const,
});

/** Converts the state to a CashScript UTXO. */
export const airdropUtxo = ({ outpoint, satoshis, category, state }: AirdropCoin): Utxo => ({
  ...outpoint,
  satoshis,
  token: airdropToken(category, state),
});

/** Converts the companion to a CashScript UTXO. It carries no token once the lane has paid out all of its tokens. */
export const airdropCompanionUtxo = (
  { outpoint }: AirdropCoin,
  { satoshis, amount, nft }: CompanionCoin,
  category: string,
): Utxo => ({
  txid: outpoint.txid,
  vout: outpoint.vout + 1,
  satoshis,
  ...((amount > 0n || nft !== undefined) && { token: { category, amount, ...(nft !== undefined && { nft }) } }),
});
