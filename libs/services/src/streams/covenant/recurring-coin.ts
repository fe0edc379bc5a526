import { decodeRecurringState, encodeRecurringState, type RecurringCoin } from '@weir/covenants';
import type { StreamState } from '@weir/infra';

/** The coin of a stored state. */
export const toRecurringCoin = ({
  category,
  txid,
  vout,
  satoshis,
  companion,
  commitment,
}: StreamState): RecurringCoin => {
  const state = decodeRecurringState(commitment);
  if (state === undefined) throw new Error(`A stored commitment is none of a recurring contract: ${commitment}`);
  const coin = { outpoint: { txid, vout }, satoshis, category, state };
  if (companion === null) return coin;
  const { nft, ...held } = companion;
  return { ...coin, companion: { ...held, ...(nft !== null && { nft: { capability: 'none', commitment: nft } }) } };
};

/** A coin as the database keeps it. */
export const fromRecurringCoin = ({ outpoint, satoshis, category, state, companion }: RecurringCoin): StreamState => ({
  category,
  txid: outpoint.txid,
  vout: outpoint.vout,
  satoshis,
  companion:
    companion === undefined
      ? null
      : { satoshis: companion.satoshis, amount: companion.amount, nft: companion.nft?.commitment ?? null },
  commitment: encodeRecurringState(state),
});
