import type { StreamStatus } from '@weir/api-contract/words';
import type { StreamSchedule } from '@weir/covenants';
import type { ListedStreamRecord } from '@weir/infra';
import { percentageOf } from '../../shared/amounts.js';
import { datedView } from '../../shared/dated-columns.js';
import { publicVaultOf } from '../../shared/vaults/vault-access.js';
import { moveDelayOf, scheduleOf } from '../contract/stored-stream.js';

/** The columns that, in addition to the schedule, decide how much of a stream has vested. */
type VestingRow = Pick<ListedStreamRecord, 'status' | 'withdrawnAmount'> & {
  /** Whether it has an unspent state on the chain. */
  readonly isOpen: boolean;
};

/**
 * Computes what has vested of a stream, base units: by its schedule while pushes can still pay it, what was released once the
 * rest has gone back, nothing before it is funded.
 */
export const vestedOf = (
  { status, isOpen, withdrawnAmount }: VestingRow,
  schedule: Pick<StreamSchedule, 'vestedAt'>,
  asOf: bigint,
): bigint => {
  if (status === 'PENDING') return 0n;
  if (!isOpen) return withdrawnAmount;
  const vested = schedule.vestedAt(asOf);
  // The chain may have used a later time than the requested one.
  return vested > withdrawnAmount ? vested : withdrawnAmount;
};

const claimableOf = ({ state }: ListedStreamRecord, schedule: StreamSchedule, asOf: bigint): bigint =>
  (state && schedule.payout(state, asOf)?.due) ?? 0n;

/** Only payments are ever paused. */
const statusOf = ({ status, streamId }: ListedStreamRecord): StreamStatus => {
  if (status === 'PAUSED') throw new Error(`Stream ${streamId} is paused, but only payments can be`);
  return status;
};

/** What the terms of a row of either product say of moves to another address. */
export const moveTermsView = (row: Parameters<typeof moveDelayOf>[0]) => {
  const moveDelayBlocks = moveDelayOf(row);
  return { transferable: moveDelayBlocks > 0, moveDelayBlocks };
};

/** What a row of either product says of a move to another address. */
export const moveView = (row: Pick<ListedStreamRecord, 'place' | 'moveDelay' | 'move' | 'recipient'>) => {
  const terms = moveTermsView(row);
  const { move, recipient } = row;
  if (move === null) return { ...terms, pendingMove: null };
  const { to, availableAtHeight: finishableAtHeight } = move;
  const undone = to === recipient;
  const announcedAtHeight =
    finishableAtHeight === null ? null : finishableAtHeight - (undone ? 0 : terms.moveDelayBlocks);
  return { ...terms, pendingMove: { to, undone, announcedAtHeight, finishableAtHeight } };
};

/** What a row of either product says of its funding. */
export const fundingView = ({ funding, initialCommitment, state, place }: ListedStreamRecord) => ({
  planId: place.planId,
  // That of a lock is empty: it has none.
  nftCommitment: (funding === null ? initialCommitment : state?.commitment) || null,
  fundingTxHash: funding?.txHash ?? null,
  fundingVout: funding?.vout ?? null,
  fundedBySender: funding?.bySender ?? null,
  activatedAt: funding?.activatedAt ?? null,
});

/** Converts a stored stream to the form that the use cases return. @param asOf Unix seconds. */
export const toStreamView = (stream: ListedStreamRecord, asOf: bigint) => {
  const schedule = scheduleOf(stream);
  const vestedAmount = vestedOf(
    { status: stream.status, withdrawnAmount: stream.withdrawnAmount, isOpen: stream.state !== null },
    schedule,
    asOf,
  );
  return {
    vestedAmount,
    claimableAmount: claimableOf(stream, schedule, asOf),
    progressPercentage: percentageOf(vestedAmount, stream.totalAmount),
    asOf: Number(asOf),
    ...fundingView(stream),
    ...moveView(stream),
    // What is behind a spread is slow to set: only what is shown otherwise than stored.
    ...stream,
    ...datedView(stream),
    vaultId: publicVaultOf(stream),
    status: statusOf(stream),
  };
};

/** A stream as the use cases return it: its row, and what is computed of it. Amounts in base units, times in Unix seconds. */
export type StreamView = ReturnType<typeof toStreamView>;
