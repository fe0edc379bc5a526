import type { Utxo } from 'cashscript';
import type { Outpoint } from '../chain/outpoint.js';
import type { CompanionCoin } from '../contract/coins.js';
import { encodeAirdropState, type AirdropState } from './airdrop-state.js';

/** A lane as it is now: its state, and in token mode the tokens at the next index. */
export interface AirdropCoin {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** The campaign's own category, display-order hex. */
  readonly category: string;
  readonly state: AirdropState;
  /**
   * Fungible units of the campaign's category in the same output: none, or the closing unit of a script's campaign,
   * which anybody who holds it may leave there with a claim of their own. Wallets sign over it.
   */
  readonly units?: bigint;
  /** In token mode; it may have run out of tokens. */
  readonly companion?: CompanionCoin | undefined;
}

/** Returns the units of a lane's coin; none for 0. */
export const laneUnits = (amount: bigint): Pick<AirdropCoin, 'units'> => (amount > 0n ? { units: amount } : {});

/** Returns the state output's token: the campaign's mutable NFT with the state as its commitment. */
export const airdropToken = (category: string, state: AirdropState, units = 0n) => ({
  category,
  amount: units,
  nft: { capability: 'mutable', commitment: encodeAirdropState(state) } as const,
});

/** Converts the state to a CashScript UTXO. */
export const airdropUtxo = ({ outpoint, satoshis, category, state, units }: AirdropCoin): Utxo => ({
  ...outpoint,
  satoshis,
  token: airdropToken(category, state, units),
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
