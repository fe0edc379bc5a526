import type { PortfolioRow } from '@weir/infra';
import { scheduleOf } from '../streams/contract/stored-stream.js';
import { type DueDate, dueDates } from './due-dates.js';

/** How far a portfolio looks ahead, seconds. */
export const HORIZON_SECONDS = 30n * 86_400n;

/** What a stream or payment can pay its recipient, base units. */
export interface Flow {
  readonly row: PortfolioRow;
  /** Now. */
  readonly due: bigint;
  /** What is added to it within the horizon if nobody claims meanwhile; nothing of what is cancelled. */
  readonly coming: bigint;
  /** What its contract still holds: neither paid nor returned yet. */
  readonly held: bigint;
  /** The next date after now; undefined where all is due, and of what is paused or cancelled. */
  readonly next: DueDate | undefined;
}

/** Computes what a row pays its recipient, now and within the horizon. @param asOf Unix seconds */
export const flowOf = (row: PortfolioRow, asOf: bigint): Flow => {
  const { state } = row;
  if (state === null) return { row, due: 0n, coming: 0n, held: 0n, next: undefined };
  const schedule = scheduleOf(row);
  const dueAt = (time: bigint): bigint => schedule.payout(state, time)?.due ?? 0n;
  const due = dueAt(asOf);
  const [next] = dueDates(row, Number(asOf), 1);
  // What is cancelled vests until its notice ends, hours later, and not to the horizon.
  const coming = row.status === 'CANCELLED' ? 0n : dueAt(asOf + HORIZON_SECONDS) - due;
  return { row, due, coming, held: row.totalAmount - row.withdrawnAmount, next };
};
