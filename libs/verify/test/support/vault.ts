import {
  createVaultContract,
  INITIAL_VAULT_STATE,
  vaultSigningRequest,
  type VaultContract,
  type VaultHoldings,
  type VaultProposal,
} from '@weir/covenants';
import type { AskedEffect } from '../../src/index.js';
import { coinOf, hashOf, TOKEN } from './coins.js';
import { type Flow, flowOf, NETWORK } from './flow.js';

/** The names of two who sign for a vault, in the order in which an input holds their places. */
export const VAULT_SIGNERS = [0x32, 0x31] as const;

/** A vault with a state, coins and tokens, and how its second signer is asked for a signature. */
export interface Vault {
  readonly contract: VaultContract;
  readonly holdings: VaultHoldings;
  /** What every proposal does. */
  readonly spends: AskedEffect;
  readonly proposed: (
    name: string,
    proposal: VaultProposal,
    effects: readonly AskedEffect[],
    fundings?: readonly string[],
  ) => Flow;
}

/** Creates a vault. Its signers are the names 0x31 to 0x33. */
export const createVault = (satoshis = 9_000_000_000n): Vault => {
  const contract = createVaultContract(
    { signers: [hashOf(0x31), hashOf(0x32), hashOf(0x33)], nonce: new Uint8Array(16).fill(9) },
    NETWORK,
  );
  const signer = { hash: hashOf(0x32), coins: [] };
  const state = {
    outpoint: { txid: 'fd'.repeat(32), vout: 0 },
    satoshis,
    category: 'fc'.repeat(32),
    state: INITIAL_VAULT_STATE,
  };
  return {
    contract,
    holdings: { state, coins: [coinOf(70_000n), coinOf(1_000n, { category: TOKEN, amount: 1_000_000_000n })] },
    spends: { kind: 'SPENDS_VAULT', vault: contract.address, closes: false },
    proposed: (name, proposal, effects, fundings) =>
      flowOf(name, { wcTransaction: vaultSigningRequest(proposal, signer.hash) }, signer, effects, fundings),
  };
};
