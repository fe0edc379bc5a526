import type { PortfolioRow } from '@weir/infra';
import { scheduleOf } from '../streams/contract/stored-stream.js';

/** How far a portfolio looks ahead, seconds. */
export const HORIZON_SECONDS = 30n * 86_400n;

/** A date on which more becomes due, and how much by then. Unix seconds, base units. */
export interface DueDate {
  readonly at: number;
  readonly amount: bigint;
  /** Whether it comes little by little until then, rather than at that moment. */
  readonly continuous: boolean;
}

/** What a stream or payment can pay its recipient, base units. */
export interface Flow {
  readonly row: PortfolioRow;
  /** Now. */
  readonly due: bigint;
  /** What is added to it within the horizon if nobody claims meanwhile. */
  readonly coming: bigint;
  /** The next date after now; undefined where all is due, and of what is paused or cancelled. */
  readonly next: DueDate | undefined;
}

/** When a vesting stream next adds something, by its terms; continuous streams: when all has come. */
const nextVesting = ({ startTime, endTime, cliffTimestamp, intervalSeconds }: PortfolioRow, asOf: number) => {
  if (cliffTimestamp !== null && cliffTimestamp > asOf) return { at: cliffTimestamp, continuous: false };
  if (intervalSeconds === null) return { at: endTime, continuous: true };
  const steps = Math.floor(Math.max(0, asOf - startTime) / intervalSeconds) + 1;
  return { at: Math.min(endTime, startTime + steps * intervalSeconds), continuous: false };
};

/** When a recurring stream's next period falls due, after those that are due already. */
const nextPeriod = ({ progress, intervalSeconds }: PortfolioRow, isDue: bigint | undefined) =>
  progress === null || intervalSeconds === null
    ? undefined
    : { at: progress.nextDue + Number(isDue ?? 0n) * intervalSeconds, continuous: false };

const nextOf = (row: PortfolioRow, asOf: bigint, isDue: bigint | undefined) => {
  if (row.status !== 'ACTIVE') return undefined;
  return row.recurring === null ? nextVesting(row, Number(asOf)) : nextPeriod(row, isDue);
};

/** Computes what a row pays its recipient, now and within the horizon. @param asOf Unix seconds */
export const flowOf = (row: PortfolioRow, asOf: bigint): Flow => {
  const { state } = row;
  if (state === null) return { row, due: 0n, coming: 0n, next: undefined };
  const schedule = scheduleOf(row);
  const dueAt = (time: bigint): bigint => schedule.payout(state, time)?.due ?? 0n;
  const now = schedule.payout(state, asOf);
  const due = now?.due ?? 0n;
  const next = nextOf(row, asOf, now?.periods);
  const amount = next === undefined ? 0n : dueAt(BigInt(next.at)) - due;
  return {
    row,
    due,
    coming: dueAt(asOf + HORIZON_SECONDS) - due,
    next: next !== undefined && amount > 0n ? { ...next, amount } : undefined,
  };
};
