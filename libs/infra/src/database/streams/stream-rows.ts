import type { Insertable, Selectable, Updateable } from 'kysely';
import type { NewStream, StreamChanges, StreamClaimRecord, StreamCompanion, StreamRecord } from './stream-record.js';
import type { StreamClaimsTable, StreamsTable } from './stream-tables.js';

/**
 * Converts Unix seconds, which Postgres returns as bigint, to a number, which they fit for the next 285 million years.
 */
export const seconds = (value: number | null): number | null => (value === null ? null : value);

type Columns<Name extends keyof StreamsTable> = Pick<Selectable<StreamsTable>, Name>;

/** Converts a row to a stream. The table's checks make each group of columns all null or none. */
export function toStreamRecord(row: Selectable<StreamsTable>): StreamRecord {
  return {
    id: row.id,
    product: row.product,
    streamId: row.streamId,
    sender: row.sender,
    senderHash: row.senderHash,
    recipient: row.recipient,
    recipientHash: row.recipientHash,
    tokenType: row.tokenType,
    tokenCategory: row.tokenCategory,
    totalAmount: row.totalAmount,
    withdrawnAmount: row.withdrawnAmount,
    streamType: row.streamType,
    startTime: row.startTime,
    endTime: row.endTime,
    cliffTimestamp: seconds(row.cliffTimestamp),
    intervalSeconds: seconds(row.intervalSeconds),
    cancelable: row.cancelable,
    cancelNoticeBlocks: row.cancelNoticeBlocks,
    nonce: row.nonce,
    vaultId: row.vaultId,
    isVaultPublic: row.vaultPublic,
    description: row.description,
    status: row.status,
    contractAddress: row.contractAddress,
    lockingBytecode: row.lockingBytecode,
    scriptHash: row.scriptHash,
    initialCommitment: row.initialCommitment,
    state: stateOf(row),
    funding: fundingOf(row),
    cancelledAt: seconds(row.cancelledAt),
    refund: refundOf(row),
    recurring: recurringOf(row),
    payment: paymentOf(row),
    place: placeOf(row),
    label: row.label,
    progress: progressOf(row),
    pause: pauseOf(row),
    expiresAt: expiresAtOf(row),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function stateOf(row: Selectable<StreamsTable>): StreamRecord['state'] {
  const {
    stateCategory: category,
    stateTxid: txid,
    stateVout: vout,
    stateSatoshis: satoshis,
    stateCommitment: commitment,
  } = row;
  if (category === null || txid === null || vout === null || satoshis === null || commitment === null) return null;
  return { category, txid, vout, satoshis, companion: companionOf(row), commitment };
}

function companionOf(row: Selectable<StreamsTable>): StreamCompanion | null {
  const { stateCompanionSatoshis: satoshis, stateTokenAmount: amount, stateCompanionNft: nft } = row;
  return satoshis === null || amount === null ? null : { satoshis, amount, nft };
}

/** Returns the confirmed funding of a row; null without one. */
export function fundingOf(
  row: Columns<'fundingTxHash' | 'fundingVout' | 'activatedAt' | 'fundedBySender'>,
): StreamRecord['funding'] {
  const { fundingTxHash: txHash, fundingVout: vout, activatedAt: activatedAt, fundedBySender: bySender } = row;
  if (txHash === null || vout === null || activatedAt === null) return null;
  return { txHash, vout, activatedAt: activatedAt, bySender };
}

/** Returns the refund of a row; null where there is none. */
export function refundOf(
  row: Columns<'refundAmount' | 'refundStatus' | 'refundTxHash' | 'refundAvailableHeight'>,
): StreamRecord['refund'] {
  const { refundAmount: amount, refundStatus: status } = row;
  if (amount === null || status === null) return null;
  return { amount, status, txHash: row.refundTxHash, availableAtHeight: row.refundAvailableHeight };
}

/** Returns the terms of a recurring row; null for others. */
export function recurringOf(
  row: Columns<'firstDue' | 'periods' | 'amountPerPeriod' | 'pausable'>,
): StreamRecord['recurring'] {
  const { firstDue: firstDue, periods, amountPerPeriod: amountPerPeriod, pausable } = row;
  if (firstDue === null || periods === null || amountPerPeriod === null) return null;
  return { firstDue: firstDue, periods, amountPerPeriod, pausable };
}

/** Returns the terms of a payment; null for others. */
export function paymentOf(row: Columns<'paymentInterval' | 'recipientName' | 'endDate'>): StreamRecord['payment'] {
  if (row.paymentInterval === null) return null;
  return { recipientName: row.recipientName, interval: row.paymentInterval, endDate: seconds(row.endDate) };
}

function placeOf(row: Selectable<StreamsTable>): StreamRecord['place'] {
  return {
    fundingId: row.planFundingId,
    planId: row.planId,
    announcement: row.planAnnouncement,
    group: row.planGroup,
    index: row.planIndex,
    reserve: row.planReserve,
  };
}

/** Returns the progress of a recurring row; null where it has not begun. */
export function progressOf(row: Columns<'periodsPaid' | 'nextDue'>): StreamRecord['progress'] {
  return row.nextDue === null ? null : { paid: row.periodsPaid, nextDue: row.nextDue };
}

/** Returns the running pause; null unless the row is paused. */
export function pauseOf(row: Columns<'pauseSettled' | 'settleAvailableHeight'>): StreamRecord['pause'] {
  if (row.pauseSettled === null) return null;
  return { settled: row.pauseSettled, availableAtHeight: row.settleAvailableHeight };
}

/** Returns until when an unfunded row is kept, Unix seconds; null for one kept forever. */
export function expiresAtOf(row: Columns<'status' | 'expiresAt'>): number | null {
  return row.status === 'PENDING' ? seconds(row.expiresAt) : null;
}

/** Returns the columns of a new stream, without its ids. @throws RangeError where its funding is not stored */
export function toNewStreamRow(stream: NewStream): Omit<Insertable<StreamsTable>, 'id' | 'streamId'> {
  const { fundingId } = stream.place;
  if (fundingId === undefined) throw new RangeError('The funding of a stream is stored before it');
  return {
    sender: stream.sender,
    senderHash: stream.senderHash,
    recipient: stream.recipient,
    recipientHash: stream.recipientHash,
    tokenType: stream.tokenType,
    tokenCategory: stream.tokenCategory,
    totalAmount: stream.totalAmount,
    streamType: stream.streamType,
    startTime: stream.startTime,
    endTime: stream.endTime,
    cliffTimestamp: stream.cliffTimestamp,
    intervalSeconds: stream.intervalSeconds,
    cancelable: stream.cancelable,
    cancelNoticeBlocks: stream.cancelNoticeBlocks,
    nonce: stream.nonce,
    vaultId: stream.vaultId,
    description: stream.description,
    contractAddress: stream.contractAddress,
    lockingBytecode: stream.lockingBytecode,
    scriptHash: stream.scriptHash,
    initialCommitment: stream.initialCommitment,
    product: stream.product,
    firstDue: stream.recurring?.firstDue ?? null,
    periods: stream.recurring?.periods ?? null,
    amountPerPeriod: stream.recurring?.amountPerPeriod ?? null,
    pausable: stream.recurring?.pausable ?? false,
    recipientName: stream.payment?.recipientName ?? null,
    paymentInterval: stream.payment?.interval ?? null,
    endDate: stream.payment?.endDate ?? null,
    planFundingId: fundingId,
    planId: stream.place.planId,
    planAnnouncement: stream.place.announcement,
    planGroup: stream.place.group,
    planIndex: stream.place.index,
    planReserve: stream.place.reserve,
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
    ...(withdrawnAmount !== undefined && { withdrawnAmount: withdrawnAmount }),
    ...(state !== undefined && {
      stateCategory: state?.category ?? null,
      stateTxid: state?.txid ?? null,
      stateVout: state?.vout ?? null,
      stateSatoshis: state?.satoshis ?? null,
      stateTokenAmount: state?.companion?.amount ?? null,
      stateCompanionSatoshis: state?.companion?.satoshis ?? null,
      stateCompanionNft: state?.companion?.nft ?? null,
      stateCommitment: state?.commitment ?? null,
    }),
    ...(funding !== undefined && {
      fundingTxHash: funding?.txHash ?? null,
      fundingVout: funding?.vout ?? null,
      activatedAt: funding?.activatedAt ?? null,
      fundedBySender: funding?.bySender ?? null,
    }),
    ...(cancelledAt !== undefined && { cancelledAt: cancelledAt }),
    ...(refund !== undefined && {
      refundAmount: refund?.amount ?? null,
      refundStatus: refund?.status ?? null,
      refundTxHash: refund?.txHash ?? null,
      refundAvailableHeight: refund?.availableAtHeight ?? null,
    }),
    ...(progress !== undefined && { periodsPaid: progress?.paid ?? 0, nextDue: progress?.nextDue ?? null }),
    ...(pause !== undefined && {
      pauseSettled: pause?.settled ?? null,
      settleAvailableHeight: pause?.availableAtHeight ?? null,
    }),
  };
}

/** Converts a row to a payment to the recipient. */
export const toClaimRecord = (row: Selectable<StreamClaimsTable>): StreamClaimRecord => ({
  id: row.id,
  streamId: row.streamId,
  recipient: row.recipient,
  amount: row.amount,
  claimedAt: row.claimedAt,
  txHash: row.txHash,
  source: row.source,
  periods: row.periods,
});
