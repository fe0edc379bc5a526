import type { Stream } from '@weir/client';
import { timeText } from '../format/time.js';
import { isAtOnce, timesOfVesting } from '../forms/lock-schedule.js';
import { t } from '../language/text.js';
import type { RecordChoices } from '../records/record-actions.js';
import type { Reader } from '../records/use-record.js';
import { choicesOf } from '../streams/stream-choices.js';

type Standing = Parameters<typeof choicesOf>[0] & Pick<Stream, 'start_time' | 'interval_seconds'>;

/** Returns when the first part of a lock unlocks, Unix seconds. */
const firstUnlock = (lock: Standing): number => {
  const times = timesOfVesting(lock);
  if (isAtOnce(times)) return times.end;
  return Math.max(times.cliff ?? 0, times.start + (times.step ?? 0));
};

/** Derives the available actions from a lock's state: those of a stream that nobody can cancel. */
export const lockChoices = (lock: Standing, reader: Reader): RecordChoices => {
  const choices = choicesOf(lock, reader);
  if (lock.status === 'PENDING' && reader.isSender)
    return {
      ...choices,
      meaning: t('Not funded yet: fund it to lock it. After that nobody can take it back, not even you.'),
    };
  const first = firstUnlock(lock);
  if (lock.status === 'ACTIVE' && lock.claimable_amount_base === 0n && first > lock.as_of)
    return { ...choices, meaning: t('Nothing can be paid out before {when}.', { when: timeText(first) }) };
  return choices;
};
