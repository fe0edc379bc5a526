import type { ClockCoin, ContractState } from '@weir/covenants';
import type { StreamState } from '@weir/infra';

/**
 * Converts a stored state to the contract's form. An NFT attached to a companion is immutable: it carries no other.
 *
 * @param clock of the notice that runs; the row does not keep it
 */
export const toContractState = (
  { category, txid, vout, satoshis, companion, commitment }: StreamState,
  clock: ClockCoin | undefined,
): ContractState => ({
  outpoint: { txid, vout },
  satoshis,
  category,
  commitment,
  ...(clock !== undefined && { clock }),
  ...(companion !== null && {
    companion: {
      satoshis: companion.satoshis,
      amount: companion.amount,
      ...(companion.nft !== null && { nft: { capability: 'none', commitment: companion.nft } }),
    },
  }),
});

/** Converts a contract's state to its stored form. */
export const toStoredState = ({ category, outpoint, satoshis, companion, commitment }: ContractState): StreamState => ({
  category,
  txid: outpoint.txid,
  vout: outpoint.vout,
  satoshis,
  companion:
    companion === undefined
      ? null
      : { satoshis: companion.satoshis, amount: companion.amount, nft: companion.nft?.commitment ?? null },
  commitment,
});
