import { chainColumns } from '../transitions/chain-columns.js';

/** The columns of a vault that transitions change. */
export const vaultChainColumns = chainColumns('vaults', [
  'status',
  'stateCategory',
  'stateTxid',
  'stateVout',
  'stateSatoshis',
  'stateCommitment',
  'depositTxHash',
  'activatedAt',
]);
