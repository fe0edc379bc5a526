import type { Selectable } from 'kysely';
import type { StreamRecord, StreamState } from './stream-record.js';
import {
  expiresAtOf,
  fundingOf,
  pauseOf,
  paymentOf,
  progressOf,
  recurringOf,
  refundOf,
  seconds,
} from './stream-rows.js';
import type { StreamsTable } from './stream-tables.js';

/**
 * The part of a stream or payment that lists show. What only building its transactions needs (scripts, coins, keys of
 * the parties) is not read: it would be half of a page's bytes.
 */
export type ListedStreamRecord = Omit<
  StreamRecord,
  | 'product'
  | 'senderHash'
  | 'recipientHash'
  | 'nonce'
  | 'lockingBytecode'
  | 'scriptHash'
  | 'state'
  | 'place'
  | 'cancelledAt'
  | 'label'
> & {
  readonly state: Pick<StreamState, 'commitment'> | null;
  readonly place: Pick<StreamRecord['place'], 'announcement' | 'group'>;
};

/** The columns of a listed record. */
export const LISTED_COLUMNS = [
  ...(['id', 'stream_id', 'sender', 'recipient', 'token_type', 'token_category', 'total_amount'] as const),
  ...(['withdrawn_amount', 'stream_type', 'start_time', 'end_time', 'cliff_timestamp', 'interval_seconds'] as const),
  ...(['cancelable', 'cancel_notice_blocks', 'vault_id', 'vault_public', 'description', 'status'] as const),
  ...(['contract_address', 'initial_commitment', 'state_commitment', 'funding_tx_hash', 'funding_vout'] as const),
  ...(['activated_at', 'funded_by_sender', 'refund_amount', 'refund_status', 'refund_tx_hash'] as const),
  ...(['refund_available_height', 'first_due', 'periods', 'amount_per_period', 'pausable', 'recipient_name'] as const),
  ...(['payment_interval', 'end_date', 'plan_announcement', 'plan_group', 'periods_paid', 'next_due'] as const),
  ...(['pause_settled', 'settle_available_height', 'expires_at', 'created_at', 'updated_at'] as const),
] as const;

/** A row with the columns that lists read. */
export type ListedRow = Pick<Selectable<StreamsTable>, (typeof LISTED_COLUMNS)[number]>;

/** Converts a row to a listed record. The table's checks make each group of columns all null or none. */
export const toListedStream = (row: ListedRow): ListedStreamRecord => ({
  id: row.id,
  streamId: row.stream_id,
  sender: row.sender,
  recipient: row.recipient,
  tokenType: row.token_type,
  tokenCategory: row.token_category,
  totalAmount: row.total_amount,
  withdrawnAmount: row.withdrawn_amount,
  streamType: row.stream_type,
  startTime: Number(row.start_time),
  endTime: Number(row.end_time),
  cliffTimestamp: seconds(row.cliff_timestamp),
  intervalSeconds: seconds(row.interval_seconds),
  cancelable: row.cancelable,
  cancelNoticeBlocks: row.cancel_notice_blocks,
  vaultId: row.vault_id,
  isVaultPublic: row.vault_public,
  description: row.description,
  status: row.status,
  contractAddress: row.contract_address,
  initialCommitment: row.initial_commitment,
  state: row.state_commitment === null ? null : { commitment: row.state_commitment },
  funding: fundingOf(row),
  refund: refundOf(row),
  recurring: recurringOf(row),
  payment: paymentOf(row),
  place: { announcement: row.plan_announcement, group: row.plan_group },
  progress: progressOf(row),
  pause: pauseOf(row),
  expiresAt: expiresAtOf(row),
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
});
