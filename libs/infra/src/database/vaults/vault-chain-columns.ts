import { chainColumns } from '../transitions/chain-columns.js';

/** The columns of a vault that transitions change. */
export const vaultChainColumns = chainColumns('vaults', [
  'status',
  'state_category',
  'state_txid',
  'state_vout',
  'state_satoshis',
  'state_commitment',
  'deposit_tx_hash',
  'activated_at',
]);
