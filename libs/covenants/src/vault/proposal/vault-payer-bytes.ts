import type { PayerBytes } from '../../plan/funding/plan-cost.js';
import { VAULT_STATE_SATOSHIS } from '../deposit-vault.js';
import type { VaultCoin } from '../vault-coin.js';
import type { VaultContract } from '../vault-contract.js';
import { INITIAL_VAULT_STATE } from '../vault-parameters.js';
import { successor } from './propose-vault-spend.js';
import { createVaultSizer } from './vault-size.js';

/** Any state serves: the encoded count of spends has a fixed length. */
const ANY_STATE: VaultCoin = {
  outpoint: { txid: '00'.repeat(32), vout: 0 },
  satoshis: VAULT_STATE_SATOSHIS,
  category: '00'.repeat(32),
  state: INITIAL_VAULT_STATE,
};
/** Bytes of version, locktime and counts, which the plan's own bytes include already. */
const FRAME = 10;

/**
 * Returns the bytes that a vault adds to the funding of a plan, for `planCost`: its state, which both signatures
 * unlock, and the state that follows. Further coins come on top: a deposit where the vault's first spend makes the
 * category, and others where the state does not suffice.
 */
export const vaultPayerBytes = (contract: VaultContract): PayerBytes => {
  const sizeOf = createVaultSizer(contract);
  const coin = sizeOf(1, [successor(contract, ANY_STATE, VAULT_STATE_SATOSHIS)]) - FRAME;
  return { coin, tokens: sizeOf(2, []) - sizeOf(1, []) };
};
