import { chainColumns } from '../transitions/chain-columns.js';
import type { StreamsTable } from './stream-tables.js';

/** The columns of a stream that transitions change. */
export const STREAM_CHAIN_COLUMNS = [
  'status',
  'withdrawn_amount',
  'state_category',
  'state_txid',
  'state_vout',
  'state_satoshis',
  'state_token_amount',
  'state_companion_satoshis',
  'state_companion_nft',
  'state_commitment',
  'funding_tx_hash',
  'funding_vout',
  'activated_at',
  'funded_by_sender',
  'cancelled_at',
  'refund_amount',
  'refund_status',
  'refund_tx_hash',
  'refund_available_height',
  'periods_paid',
  'next_due',
  'pause_settled',
  'settle_available_height',
] as const satisfies readonly (keyof StreamsTable)[];

/** Stores and restores them. */
export const streamChainColumns = chainColumns('streams', STREAM_CHAIN_COLUMNS);
