import type { ListedStreamRecord, StreamClaimRecord } from '@weir/infra';
import { publicVaultOf } from '../shared/vaults/linked-vault.js';
import { scheduleOf } from '../streams/contract/schedule-of.js';
import type { PaymentExecutionView, PaymentView } from './payments.types.js';

/** The columns that make a row a payment: the table's checks make sure that both are set. */
const termsOf = ({ recurring, payment, intervalSeconds, streamId }: ListedStreamRecord) => {
  if (recurring === null || payment === null || intervalSeconds === null) throw new Error(`${streamId} is no payment`);
  return { ...recurring, ...payment, intervalSeconds };
};

const nextPaymentDate = ({ status, progress, state }: ListedStreamRecord, firstDue: number): number | null => {
  if (status === 'PENDING') return firstDue;
  return status === 'ACTIVE' && state !== null ? (progress?.nextDue ?? null) : null;
};

/** Converts a stored payment to the form that the use cases return. @param asOf Unix seconds. */
export const toPaymentView = (row: ListedStreamRecord, asOf: bigint): PaymentView => {
  const { firstDue, periods, amountPerPeriod, pausable, recipientName, interval, endDate, intervalSeconds } =
    termsOf(row);
  const due = row.state === null ? undefined : scheduleOf(row).payout(row.state, asOf);
  return {
    id: row.id,
    paymentId: row.streamId,
    vaultId: publicVaultOf(row),
    sender: row.sender,
    recipient: row.recipient,
    recipientName,
    tokenType: row.tokenType,
    tokenCategory: row.tokenCategory,
    amountPerPeriod,
    totalAmount: row.totalAmount,
    interval,
    intervalSeconds,
    startDate: firstDue,
    endDate,
    nextPaymentDate: nextPaymentDate(row, firstDue),
    totalPaid: row.withdrawnAmount,
    paymentCount: row.progress?.paid ?? 0,
    periodsFunded: periods,
    claimableAmount: due?.due ?? 0n,
    periodsDue: Number(due?.periods ?? 0n),
    status: row.status,
    settled: row.pause?.settled ?? null,
    pause: row.pause,
    cancelable: row.cancelable,
    pausable,
    cancelNoticeBlocks: row.cancelNoticeBlocks,
    contractAddress: row.contractAddress,
    nftCommitment: row.funding === null ? row.initialCommitment : (row.state?.commitment ?? null),
    fundingTxHash: row.funding?.txHash ?? null,
    fundingVout: row.funding?.vout ?? null,
    fundedBySender: row.funding?.bySender ?? null,
    activatedAt: row.funding?.activatedAt ?? null,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    refund: row.refund,
    asOf: Number(asOf),
  };
};

/** Converts periods paid by one transaction to the form that the use cases return. */
export const toExecutionView = ({
  streamId,
  claimedAt,
  periods,
  ...claim
}: StreamClaimRecord): PaymentExecutionView => ({
  id: claim.id,
  paymentId: streamId,
  amount: claim.amount,
  intervals: periods ?? 0,
  paidAt: claimedAt,
  txHash: claim.txHash,
  source: claim.source,
});
