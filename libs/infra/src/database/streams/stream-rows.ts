import type { Insertable, Selectable, Updateable } from 'kysely';
import type { NewStream, StreamChanges, StreamClaimRecord, StreamCompanion, StreamRecord } from './stream-record.js';
import type { StreamClaimsTable, StreamsTable } from './stream-tables.js';

/**
 * Converts Unix seconds, which Postgres returns as bigint, to a number, which they fit for the next 285 million years.
 */
export const seconds = (value: bigint | null): number | null => (value === null ? null : Number(value));

type Columns<Name extends keyof StreamsTable> = Pick<Selectable<StreamsTable>, Name>;

/** Converts a row to a stream. The table's checks make each group of columns all null or none. */
export function toStreamRecord(row: Selectable<StreamsTable>): StreamRecord {
  return {
    id: row.id,
    product: row.product,
    streamId: row.stream_id,
    sender: row.sender,
    senderHash: row.sender_hash,
    recipient: row.recipient,
    recipientHash: row.recipient_hash,
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
    nonce: row.nonce,
    vaultId: row.vault_id,
    isVaultPublic: row.vault_public,
    description: row.description,
    status: row.status,
    contractAddress: row.contract_address,
    lockingBytecode: row.locking_bytecode,
    scriptHash: row.script_hash,
    initialCommitment: row.initial_commitment,
    state: stateOf(row),
    funding: fundingOf(row),
    cancelledAt: seconds(row.cancelled_at),
    refund: refundOf(row),
    recurring: recurringOf(row),
    payment: paymentOf(row),
    place: placeOf(row),
    label: row.label,
    progress: progressOf(row),
    pause: pauseOf(row),
    expiresAt: expiresAtOf(row),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}

function stateOf(row: Selectable<StreamsTable>): StreamRecord['state'] {
  const {
    state_category: category,
    state_txid: txid,
    state_vout: vout,
    state_satoshis: satoshis,
    state_commitment: commitment,
  } = row;
  if (category === null || txid === null || vout === null || satoshis === null || commitment === null) return null;
  return { category, txid, vout, satoshis, companion: companionOf(row), commitment };
}

function companionOf(row: Selectable<StreamsTable>): StreamCompanion | null {
  const { state_companion_satoshis: satoshis, state_token_amount: amount, state_companion_nft: nft } = row;
  return satoshis === null || amount === null ? null : { satoshis, amount, nft };
}

/** Returns the confirmed funding of a row; null without one. */
export function fundingOf(
  row: Columns<'funding_tx_hash' | 'funding_vout' | 'activated_at' | 'funded_by_sender'>,
): StreamRecord['funding'] {
  const { funding_tx_hash: txHash, funding_vout: vout, activated_at: activatedAt, funded_by_sender: bySender } = row;
  if (txHash === null || vout === null || activatedAt === null) return null;
  return { txHash, vout, activatedAt: Number(activatedAt), bySender };
}

/** Returns the refund of a row; null where there is none. */
export function refundOf(
  row: Columns<'refund_amount' | 'refund_status' | 'refund_tx_hash' | 'refund_available_height'>,
): StreamRecord['refund'] {
  const { refund_amount: amount, refund_status: status } = row;
  if (amount === null || status === null) return null;
  return { amount, status, txHash: row.refund_tx_hash, availableAtHeight: row.refund_available_height };
}

/** Returns the terms of a recurring row; null for others. */
export function recurringOf(
  row: Columns<'first_due' | 'periods' | 'amount_per_period' | 'pausable'>,
): StreamRecord['recurring'] {
  const { first_due: firstDue, periods, amount_per_period: amountPerPeriod, pausable } = row;
  if (firstDue === null || periods === null || amountPerPeriod === null) return null;
  return { firstDue: Number(firstDue), periods, amountPerPeriod, pausable };
}

/** Returns the terms of a payment; null for others. */
export function paymentOf(row: Columns<'payment_interval' | 'recipient_name' | 'end_date'>): StreamRecord['payment'] {
  if (row.payment_interval === null) return null;
  return { recipientName: row.recipient_name, interval: row.payment_interval, endDate: seconds(row.end_date) };
}

function placeOf(row: Selectable<StreamsTable>): StreamRecord['place'] {
  return {
    fundingId: row.plan_funding_id,
    planId: row.plan_id,
    announcement: row.plan_announcement,
    group: row.plan_group,
    index: row.plan_index,
    reserve: row.plan_reserve,
  };
}

/** Returns the progress of a recurring row; null where it has not begun. */
export function progressOf(row: Columns<'periods_paid' | 'next_due'>): StreamRecord['progress'] {
  return row.next_due === null ? null : { paid: row.periods_paid, nextDue: Number(row.next_due) };
}

/** Returns the running pause; null unless the row is paused. */
export function pauseOf(row: Columns<'pause_settled' | 'settle_available_height'>): StreamRecord['pause'] {
  if (row.pause_settled === null) return null;
  return { settled: row.pause_settled, availableAtHeight: row.settle_available_height };
}

/** Returns until when an unfunded row is kept, Unix seconds; null for one kept forever. */
export function expiresAtOf(row: Columns<'status' | 'expires_at'>): number | null {
  return row.status === 'PENDING' ? seconds(row.expires_at) : null;
}

/** Returns the columns of a new stream, without its ids. @throws RangeError where its funding is not stored */
export function toNewStreamRow(stream: NewStream): Omit<Insertable<StreamsTable>, 'id' | 'stream_id'> {
  const { fundingId } = stream.place;
  if (fundingId === undefined) throw new RangeError('The funding of a stream is stored before it');
  return {
    sender: stream.sender,
    sender_hash: stream.senderHash,
    recipient: stream.recipient,
    recipient_hash: stream.recipientHash,
    token_type: stream.tokenType,
    token_category: stream.tokenCategory,
    total_amount: stream.totalAmount,
    stream_type: stream.streamType,
    start_time: stream.startTime,
    end_time: stream.endTime,
    cliff_timestamp: stream.cliffTimestamp,
    interval_seconds: stream.intervalSeconds,
    cancelable: stream.cancelable,
    cancel_notice_blocks: stream.cancelNoticeBlocks,
    nonce: stream.nonce,
    vault_id: stream.vaultId,
    description: stream.description,
    contract_address: stream.contractAddress,
    locking_bytecode: stream.lockingBytecode,
    script_hash: stream.scriptHash,
    initial_commitment: stream.initialCommitment,
    product: stream.product,
    first_due: stream.recurring?.firstDue ?? null,
    periods: stream.recurring?.periods ?? null,
    amount_per_period: stream.recurring?.amountPerPeriod ?? null,
    pausable: stream.recurring?.pausable ?? false,
    recipient_name: stream.payment?.recipientName ?? null,
    payment_interval: stream.payment?.interval ?? null,
    end_date: stream.payment?.endDate ?? null,
    plan_funding_id: fundingId,
    plan_id: stream.place.planId,
    plan_announcement: stream.place.announcement,
    plan_group: stream.place.group,
    plan_index: stream.place.index,
    plan_reserve: stream.place.reserve,
    label: stream.label,
  };
}

/** Returns the columns that `changes` sets. */
export function toChangedColumns({
  status,
  withdrawnAmount,
  state,
  funding,
  cancelledAt,
  refund,
  progress,
  pause,
}: StreamChanges): Updateable<StreamsTable> {
  return {
    ...(status !== undefined && { status }),
    ...(withdrawnAmount !== undefined && { withdrawn_amount: withdrawnAmount }),
    ...(state !== undefined && {
      state_category: state?.category ?? null,
      state_txid: state?.txid ?? null,
      state_vout: state?.vout ?? null,
      state_satoshis: state?.satoshis ?? null,
      state_token_amount: state?.companion?.amount ?? null,
      state_companion_satoshis: state?.companion?.satoshis ?? null,
      state_companion_nft: state?.companion?.nft ?? null,
      state_commitment: state?.commitment ?? null,
    }),
    ...(funding !== undefined && {
      funding_tx_hash: funding?.txHash ?? null,
      funding_vout: funding?.vout ?? null,
      activated_at: funding?.activatedAt ?? null,
      funded_by_sender: funding?.bySender ?? null,
    }),
    ...(cancelledAt !== undefined && { cancelled_at: cancelledAt }),
    ...(refund !== undefined && {
      refund_amount: refund?.amount ?? null,
      refund_status: refund?.status ?? null,
      refund_tx_hash: refund?.txHash ?? null,
      refund_available_height: refund?.availableAtHeight ?? null,
    }),
    ...(progress !== undefined && { periods_paid: progress?.paid ?? 0, next_due: progress?.nextDue ?? null }),
    ...(pause !== undefined && {
      pause_settled: pause?.settled ?? null,
      settle_available_height: pause?.availableAtHeight ?? null,
    }),
  };
}

/** Converts a row to a payment to the recipient. */
export const toClaimRecord = (row: Selectable<StreamClaimsTable>): StreamClaimRecord => ({
  id: row.id,
  streamId: row.stream_id,
  recipient: row.recipient,
  amount: row.amount,
  claimedAt: Number(row.claimed_at),
  txHash: row.tx_hash,
  source: row.source,
  periods: row.periods,
});
