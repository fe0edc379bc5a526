import type { LockVesting, OpenedSchedule, OpenedStream } from '../effects.types.js';
import { stepText } from './durations.js';
import type { Voice } from './voice.js';
import type { SummaryRow } from './words.js';

/** A pure time lock has one step, which ends it. */
export const isOneStep = ({ start, end, step }: LockVesting): boolean => end - start === step;

/** Returns when something is paid first, Unix seconds. */
export const firstPaid = ({ start, step, cliff }: LockVesting): bigint => {
  const first = step > 1n ? start + step : start;
  return cliff > first ? cliff : first;
};

/** Returns when the last of a schedule is paid, Unix seconds. */
export const lastPaid = (schedule: OpenedSchedule): bigint =>
  schedule.kind === 'VESTING'
    ? schedule.end
    : schedule.firstDue + schedule.interval * BigInt(Math.max(schedule.periods - 1, 0));

/** Says when something vests, a row a fact. */
export const vestingRows = (schedule: LockVesting, { text, row, time, words }: Voice): readonly SummaryRow[] => {
  const { start, end, cliff, step } = schedule;
  if (isOneStep(schedule)) return [row(text('All of it on'), time(end))];
  return [
    row(text('Starts on'), time(start)),
    ...(cliff > start ? [row(text('Nothing before'), time(cliff))] : []),
    ...(step > 1n ? [row(text('How often'), stepText(step, words))] : []),
    row(text('Ends on'), time(end)),
  ];
};

/** Says when a stream pays, a row a fact. */
export const scheduleRows = (
  schedule: OpenedSchedule,
  asset: string | undefined,
  voice: Voice,
): readonly SummaryRow[] => {
  if (schedule.kind === 'VESTING') return vestingRows(schedule, voice);
  const { text, row, format, time, words } = voice;
  const { amountPerPeriod, periods, firstDue, interval } = schedule;
  return [
    row(text('Each payday'), format(amountPerPeriod, asset)),
    row(text('Paydays'), words.number(periods.toString())),
    row(text('First payday'), time(firstDue)),
    ...(periods > 1
      ? [row(text('How often'), stepText(interval, words)), row(text('Last payday'), time(lastPaid(schedule)))]
      : []),
  ];
};

/** Says what its sender may do later. */
export const rightsText = (
  { isCancelable, isPausable, noticeBlocks }: Pick<OpenedStream, 'isCancelable' | 'isPausable' | 'noticeBlocks'>,
  { text, plural }: Voice,
): string => {
  if (isCancelable && isPausable)
    return plural(noticeBlocks, {
      one: 'the sender may cancel or pause with a notice of {count} block',
      other: 'the sender may cancel or pause with a notice of {count} blocks',
    });
  if (isCancelable)
    return plural(noticeBlocks, {
      one: 'the sender may cancel with a notice of {count} block',
      other: 'the sender may cancel with a notice of {count} blocks',
    });
  if (isPausable)
    return plural(noticeBlocks, {
      one: 'the sender may pause with a notice of {count} block',
      other: 'the sender may pause with a notice of {count} blocks',
    });
  return text('the sender can never take it back');
};
