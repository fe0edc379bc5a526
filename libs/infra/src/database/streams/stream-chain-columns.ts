import { chainColumns } from '../transitions/chain-columns.js';
import type { StreamsTable } from './stream-tables.js';

/** The columns of a stream that transitions change. */
export const STREAM_CHAIN_COLUMNS = [
  'status',
  'withdrawnAmount',
  'stateCategory',
  'stateTxid',
  'stateVout',
  'stateSatoshis',
  'stateTokenAmount',
  'stateCompanionSatoshis',
  'stateCompanionNft',
  'stateCommitment',
  'fundingTxHash',
  'fundingVout',
  'activatedAt',
  'fundedBySender',
  'cancelledAt',
  'refundAmount',
  'refundStatus',
  'refundTxHash',
  'refundAvailableHeight',
  'periodsPaid',
  'nextDue',
  'pauseSettled',
  'settleAvailableHeight',
] as const satisfies readonly (keyof StreamsTable)[];

/** Stores and restores them. */
export const streamChainColumns = chainColumns('streams', STREAM_CHAIN_COLUMNS);
