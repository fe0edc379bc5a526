import type { ListedStreamRecord, StreamClaimRecord } from '@weir/infra';
import { publicVaultOf } from '../shared/vaults/linked-vault.js';
import { scheduleOf } from '../streams/contract/stored-stream.js';
import { fundingView } from '../streams/read/stream-view.js';
import type { PaymentView } from './payments.types.js';

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
  const terms = termsOf(row);
  const due = row.state === null ? undefined : scheduleOf(row).payout(row.state, asOf);
  return {
    paymentId: row.streamId,
    startDate: terms.firstDue,
    nextPaymentDate: nextPaymentDate(row, terms.firstDue),
    totalPaid: row.withdrawnAmount,
    paymentCount: row.progress?.paid ?? 0,
    periodsFunded: terms.periods,
    claimableAmount: due?.due ?? 0n,
    periodsDue: Number(due?.periods ?? 0n),
    settled: row.pause?.settled ?? null,
    asOf: Number(asOf),
    ...terms,
    ...fundingView(row),
    // What stands behind a spread is slow to set: only what is shown otherwise than stored.
    ...row,
    intervalSeconds: terms.intervalSeconds,
    vaultId: publicVaultOf(row),
  };
};

/** Converts periods paid by one transaction to the form that the use cases return. */
export const toExecutionView = ({ streamId, ...claim }: StreamClaimRecord) => ({
  ...claim,
  paymentId: streamId,
  intervals: claim.periods ?? 0,
  paidAt: claim.claimedAt,
});
