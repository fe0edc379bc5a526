import { decodeVestingState, encodeVestingState, type TokenVestingCoin, type VestingCoin } from '@weir/covenants';
import type { StreamState } from '@weir/infra';

/** The coin of a stored state. */
export const toVestingCoin = ({ category, txid, vout, satoshis, commitment }: StreamState): VestingCoin => {
  const state = decodeVestingState(commitment);
  if (state === undefined) throw new Error(`A stored commitment is none of a vesting contract: ${commitment}`);
  return { outpoint: { txid, vout }, satoshis, category, state };
};

/** The pair of a stored state. */
export const toTokenVestingCoin = (stored: StreamState): TokenVestingCoin => {
  const { companion } = stored;
  if (companion === null) throw new Error(`A stored state of tokens has no companion: ${stored.txid}`);
  const { satoshis, amount, nft } = companion;
  return {
    ...toVestingCoin(stored),
    companion: { satoshis, amount, ...(nft !== null && { nft: { capability: 'none', commitment: nft } }) },
  };
};

/** A coin as the database keeps it. */
export const toStoredState = (coin: VestingCoin | TokenVestingCoin): StreamState => ({
  category: coin.category,
  txid: coin.outpoint.txid,
  vout: coin.outpoint.vout,
  satoshis: coin.satoshis,
  companion:
    'companion' in coin
      ? {
          satoshis: coin.companion.satoshis,
          amount: coin.companion.amount,
          nft: coin.companion.nft?.commitment ?? null,
        }
      : null,
  commitment: encodeVestingState(coin.state),
});
