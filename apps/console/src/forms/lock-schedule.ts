import { fromLocalInput, stepText, timeProblem, timeText } from '../format/time.js';
import { msg, t } from '../language/text.js';
import {
  newSchedule,
  readSchedule,
  type Schedule,
  type ScheduleDraft,
  type ScheduleProblems,
} from './schedule-draft.js';

/** The presets of locks, and what else there is. */
export const LOCK_LENGTHS = [
  ['once', msg('Until a date, all at once')],
  ['grant', msg('Team: 4 years, nothing in the first')],
  ['quarters', msg('Treasury: 2 years, every quarter')],
  ['months', msg('Other months')],
  ['dates', msg('From one date to another')],
] as const;

/** Creates the draft of a lock's times: until a year from the chain's present time. @param now Unix seconds */
export const newLockSchedule = (now: number): ScheduleDraft => ({ ...newSchedule(now), length: 'once' });

/** A lock ends with a whole step, so its end moves to that of the step it is in. */
const wholeSteps = ({ start, end, step, cliff }: Schedule): Schedule =>
  step === null
    ? { start, end, step, cliff }
    : { start, end: start + Math.ceil((end - start) / step) * step, step, cliff };

/** Validates the draft of a lock's times: returns them, or its problems by field. What comes at once has a step of a second. */
export const readLockSchedule = (
  draft: ScheduleDraft,
): { readonly schedule: Schedule } | { readonly problems: ScheduleProblems } => {
  if (draft.length === 'once') {
    const end = fromLocalInput(draft.end);
    if (end === undefined) return { problems: { end: timeProblem(draft.end, t('Choose until when')) } };
    return { schedule: { start: end - 1, end, cliff: null, step: null } };
  }
  const read = readSchedule(draft);
  return 'problems' in read ? read : { schedule: wholeSteps(read.schedule) };
};

/** Whether all of a lock comes at one moment. */
export const isAtOnce = ({ start, end, step }: Pick<Schedule, 'start' | 'end' | 'step'>): boolean =>
  end - start === (step ?? 1);

/** Says when a lock unlocks. */
export const unlockText = (schedule: Schedule): string => {
  const { start, end, cliff, step } = schedule;
  const [from, to] = [timeText(start), timeText(end)];
  if (isAtOnce(schedule)) return t('All of it unlocks on {end}.', { end: to });
  const hasCliff = cliff !== null && cliff > start;
  if (step === null || step === 1)
    return hasCliff
      ? t('Nothing unlocks before {cliff}; from then on it unlocks by the second, until {end}.', {
          cliff: timeText(cliff),
          end: to,
        })
      : t('It unlocks by the second, from {start} to {end}.', { start: from, end: to });
  const every = stepText(step);
  return hasCliff
    ? t('Nothing unlocks before {cliff}; from then on a part unlocks {every}, until {end}.', {
        cliff: timeText(cliff),
        every,
        end: to,
      })
    : t('A part unlocks {every}, from {start} to {end}.', { every, start: from, end: to });
};

/** Returns the times of a record, or of a campaign's locks. */
export const timesOfVesting = (record: {
  readonly start_time: number;
  readonly end_time: number;
  readonly cliff_timestamp: number | null;
  readonly interval_seconds: number | null;
}): Schedule => ({
  start: record.start_time,
  end: record.end_time,
  cliff: record.cliff_timestamp,
  step: record.interval_seconds,
});

/**
 * Returns how much of a lock has unlocked, and when the next part does.
 *
 * @param now the chain's time, Unix seconds
 * @returns the share from 0 to 1; the next time, undefined while it unlocks by the second and once all has
 */
export const unlockedAt = ({ start, end, cliff, step }: Schedule, now: number) => {
  const first = Math.max(cliff ?? start, start);
  const length = step ?? 1;
  const isBySecond = length === 1 && end - start > 1;
  const count = (time: number): number => Math.floor((Math.min(time, end) - start) / length);
  const share = now < first ? 0 : (count(now) * length) / (end - start);
  if (now < first && (count(first) > 0 || isBySecond)) return { share, next: first };
  const next = start + (count(Math.max(now, start)) + 1) * length;
  return { share, next: isBySecond || now >= end ? undefined : next };
};
