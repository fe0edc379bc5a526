import { hexToBin } from '@bitauth/libauth';
import { createVaultContract, decodeVaultState, encodeVaultState, type Network, type VaultCoin } from '@weir/covenants';
import type { VaultRecord, VaultStateRecord } from '@weir/infra';

/** Hex digits of a vault's id that are the nonce of its contract: with the signers, the id rebuilds the address. */
const NONCE_DIGITS = 32;

/** Returns the contract of a vault, stored or about to be. */
export const contractOf = ({ vaultId, signers }: Pick<VaultRecord, 'vaultId' | 'signers'>, network: Network) => {
  const [first, second, third] = signers;
  const hashes = [hexToBin(first.hash), hexToBin(second.hash), hexToBin(third.hash)] as const;
  return createVaultContract({ signers: hashes, nonce: hexToBin(vaultId.slice(0, NONCE_DIGITS)) }, network);
};

/** Converts a stored state to the form that builders take. */
export const toVaultCoin = ({ category, txid, vout, satoshis, commitment }: VaultStateRecord): VaultCoin => {
  const state = decodeVaultState(commitment);
  if (state === undefined) throw new Error(`Stored commitment does not decode as a vault: ${commitment}`);
  return { outpoint: { txid, vout }, satoshis, category, state };
};

/** Converts a state to its stored form. */
export const toStateRecord = ({ outpoint, satoshis, category, state }: VaultCoin): VaultStateRecord => ({
  ...outpoint,
  satoshis,
  category,
  commitment: encodeVaultState(state),
});

/** Whether two stored states are the same output; two absent ones are. */
export const sameState = (a: VaultStateRecord | null, b: VaultStateRecord | null): boolean =>
  a?.txid === b?.txid && a?.vout === b?.vout;
