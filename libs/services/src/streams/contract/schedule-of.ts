import type { StreamSchedule } from '@weir/covenants';
import type { ListedStreamRecord, NewStream } from '@weir/infra';
import { accruedAmount, accruedCurve } from '@weir/payments';
import { vestedAmount, vestingCurve } from '@weir/vesting';
import { planScheduleOf, type PlanRow } from './plan-rows.js';

/** The columns that say what the terms make due, and when. */
export type ScheduledRow = Pick<
  NewStream,
  'totalAmount' | 'startTime' | 'endTime' | 'cliffTimestamp' | 'intervalSeconds' | 'recurring'
>;

/** Returns what the terms of a stream or payment make due, whatever was paid, cancelled or paused. */
export const termsScheduleOf = (row: ScheduledRow): Pick<StreamSchedule, 'vestedAt' | 'curve'> => {
  const { totalAmount: total, intervalSeconds, recurring } = row;
  if (recurring === null) {
    const schedule = {
      total,
      start: BigInt(row.startTime),
      end: BigInt(row.endTime),
      cliff: BigInt(row.cliffTimestamp ?? 0),
      step: BigInt(intervalSeconds ?? 0),
    };
    return { vestedAt: (time) => vestedAmount(schedule, time), curve: (points) => vestingCurve(schedule, points) };
  }
  if (intervalSeconds === null) throw new Error('A recurring row has no interval');
  const { firstDue, periods, amountPerPeriod } = recurring;
  const plan = {
    amountPerPeriod,
    lastAmount: total - BigInt(periods - 1) * amountPerPeriod,
    periods: BigInt(periods),
    interval: BigInt(intervalSeconds),
    firstDue: BigInt(firstDue),
  };
  return {
    vestedAt: (time) => accruedAmount(plan, time),
    curve: (points) => accruedCurve(plan, points).map(({ time, accrued }) => ({ time, vested: accrued })),
  };
};

/** Returns the schedule of a stored stream or payment. Constructs no contract. */
export const scheduleOf = (
  row: Pick<PlanRow, 'totalAmount' | 'initialCommitment'> & Pick<ListedStreamRecord, 'place'>,
): StreamSchedule => planScheduleOf(row, row.place);
