import type { PortfolioRow } from '@weir/infra';
import type { DueDate } from '../portfolio/flows.js';
import { scheduleOf } from '../streams/contract/stored-stream.js';

/** Dates of one record at most: two years of months. */
const MOST = 24;

const periodDates = ({ progress, recurring, intervalSeconds }: PortfolioRow): number[] => {
  if (progress === null || recurring === null || intervalSeconds === null) return [];
  return Array.from({ length: recurring.periods - progress.paid }, (_, at) => progress.nextDue + at * intervalSeconds);
};

/** The cliff, the steps, and the end. */
const vestingDates = (
  { startTime, endTime, cliffTimestamp, intervalSeconds }: PortfolioRow,
  asOf: number,
): number[] => {
  const from = Math.max(asOf, cliffTimestamp ?? 0, startTime);
  const first = intervalSeconds === null ? 0 : Math.floor((from - startTime) / intervalSeconds) + 1;
  const steps =
    intervalSeconds === null ? [] : Array.from({ length: MOST }, (_, at) => startTime + (first + at) * intervalSeconds);
  return [...(cliffTimestamp === null ? [] : [cliffTimestamp]), ...steps.filter((at) => at < endTime), endTime];
};

/** Lists what still falls due of a stream or payment, the next dates first. @param asOf Unix seconds */
export const calendarDates = (row: PortfolioRow, asOf: number): readonly DueDate[] => {
  const { state, recurring } = row;
  if (state === null || row.status !== 'ACTIVE') return [];
  const schedule = scheduleOf(row);
  const dueAt = (time: number): bigint => schedule.payout(state, BigInt(time))?.due ?? 0n;
  const dates = (recurring === null ? vestingDates(row, asOf) : periodDates(row))
    .filter((at) => at > asOf)
    .slice(0, MOST);
  let before = dueAt(asOf);
  return dates.flatMap((at) => {
    const due = dueAt(at);
    const amount = due - before;
    before = due;
    const continuous = recurring === null && row.intervalSeconds === null && at !== row.cliffTimestamp;
    return amount > 0n ? [{ at, amount, continuous }] : [];
  });
};
