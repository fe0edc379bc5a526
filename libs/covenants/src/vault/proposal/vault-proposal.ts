import type { Utxo } from 'cashscript';
import type { PlannedOutput } from '../../transaction/assemble.js';
import type { VaultContract } from '../vault-contract.js';
import { createVaultSizer } from './vault-size.js';

/** A spend pays somebody and leaves the rest in the vault; a close pays out everything and burns the state. */
export type VaultProposalKind = 'spend' | 'close';

/** A transaction two signers are asked to agree on: its coins and outputs, complete but for the signatures. */
export interface VaultProposal {
  readonly contract: VaultContract;
  readonly kind: VaultProposalKind;
  /** In order; the first carries the signatures. The state, where there is one. Spent elsewhere, any of them makes it stale. */
  readonly coins: readonly Utxo[];
  /** In order; the state's successor is the first of a spend. */
  readonly outputs: readonly PlannedOutput[];
  /** Satoshis, out of the vault's money: one for each byte of the longest it can become. */
  readonly fee: bigint;
  /** Bytes with two ECDSA signatures; each Schnorr signature makes it 7 shorter. */
  readonly size: number;
}

/** Completes coins and outputs that leave the fee between them. */
export const proposalOf = (
  contract: VaultContract,
  kind: VaultProposalKind,
  coins: readonly Utxo[],
  outputs: readonly PlannedOutput[],
): VaultProposal => {
  const spent = coins.reduce((sum, { satoshis }) => sum + satoshis, 0n);
  const paid = outputs.reduce((sum, { amount }) => sum + amount, 0n);
  return { contract, kind, coins, outputs, fee: spent - paid, size: createVaultSizer(contract)(coins.length, outputs) };
};
