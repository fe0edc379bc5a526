import type { Selectable } from 'kysely';
import {
  expiresAtOf,
  fundingOf,
  pauseOf,
  paymentOf,
  progressOf,
  recurringOf,
  refundOf,
  type StreamRecord,
  type StreamState,
} from './stream-record.js';
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
  ...(['id', 'streamId', 'sender', 'recipient', 'tokenType', 'tokenCategory', 'totalAmount'] as const),
  ...(['withdrawnAmount', 'streamType', 'startTime', 'endTime', 'cliffTimestamp', 'intervalSeconds'] as const),
  ...(['cancelable', 'cancelNoticeBlocks', 'vaultId', 'vaultPublic', 'description', 'status'] as const),
  ...(['contractAddress', 'initialCommitment', 'stateCommitment', 'fundingTxHash', 'fundingVout'] as const),
  ...(['activatedAt', 'fundedBySender', 'refundAmount', 'refundStatus', 'refundTxHash'] as const),
  ...(['refundAvailableHeight', 'firstDue', 'periods', 'amountPerPeriod', 'pausable', 'recipientName'] as const),
  ...(['paymentInterval', 'endDate', 'planAnnouncement', 'planGroup', 'periodsPaid', 'nextDue'] as const),
  ...(['pauseSettled', 'settleAvailableHeight', 'expiresAt', 'createdAt', 'updatedAt'] as const),
] as const;

/** A row with the columns that lists read. */
export type ListedRow = Pick<Selectable<StreamsTable>, (typeof LISTED_COLUMNS)[number]>;

/** Reads a row; see `toStreamRecord`. */
export const toListedStream = (row: ListedRow): ListedStreamRecord => ({
  state: row.stateCommitment === null ? null : { commitment: row.stateCommitment },
  funding: fundingOf(row),
  refund: refundOf(row),
  recurring: recurringOf(row),
  payment: paymentOf(row),
  place: { announcement: row.planAnnouncement, group: row.planGroup },
  progress: progressOf(row),
  pause: pauseOf(row),
  ...row,
  expiresAt: expiresAtOf(row),
});
