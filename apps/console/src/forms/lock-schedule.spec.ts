import { toLocalInput } from '../format/time.js';
import { isAtOnce, newLockSchedule, readLockSchedule, unlockedAt, unlockText } from './lock-schedule.js';
import type { ScheduleDraft } from './schedule-draft.js';

const NOW = 1_800_000_000;
const DAY = 86_400;
const read = (changes: Partial<ScheduleDraft>) => readLockSchedule({ ...newLockSchedule(NOW), ...changes });
const scheduleOf = (changes: Partial<ScheduleDraft>) => {
  const times = read(changes);
  if ('problems' in times) throw new Error(JSON.stringify(times.problems));
  return times.schedule;
};

describe("a lock's times", () => {
  it('are those of one second where all of it comes at once', () => {
    const once = scheduleOf({ end: toLocalInput(NOW) });
    expect(once).toEqual({ start: NOW - 1, end: NOW, cliff: null, step: null });
    expect(isAtOnce(once)).toBe(true);
    expect(read({ end: '' })).toEqual({ problems: { end: 'Choose until when' } });
  });

  it.each([
    ['days', { length: 'dates', pace: 'days', end: toLocalInput(NOW + 100 * DAY), intervalDays: '30' }],
    ['months', { length: 'dates', pace: 'monthly', end: toLocalInput(NOW + 100 * DAY) }],
    ['months of a grant', { length: 'grant', pace: 'monthly' }],
    ['quarters', { length: 'quarters', pace: 'days', intervalDays: 'none' }],
    ['odd days', { length: 'months', months: '7', pace: 'days', intervalDays: '11' }],
  ] as const)('end with a whole step: %s', (_, changes) => {
    const { start, end, step } = scheduleOf(changes);
    expect(step).toBeGreaterThan(DAY);
    expect((end - start) % (step ?? 0)).toBe(0);
  });

  it('are a quarter of a year apart by the treasury’s preset', () => {
    const { start, end, step } = scheduleOf({ length: 'quarters' });
    expect((end - start) / (step ?? 1)).toBe(8);
    expect(end - start).toBeGreaterThan(729 * DAY);
  });

  it.each([
    ['before the start', { cliff: null, step: 25 }, 90, 0, 125],
    ['within the first step', { cliff: null, step: 25 }, 124, 0, 125],
    ['after a step', { cliff: null, step: 25 }, 125, 0.25, 150],
    ['before the last step', { cliff: null, step: 25 }, 199, 0.75, 200],
    ['at the end', { cliff: null, step: 25 }, 200, 1, undefined],
    ['long after the end', { cliff: null, step: 25 }, 900, 1, undefined],
    ['before a cliff between steps', { cliff: 160, step: 25 }, 155, 0, 160],
    ['at a cliff between steps', { cliff: 160, step: 25 }, 160, 0.5, 175],
    ['before a cliff within the first step', { cliff: 110, step: 25 }, 105, 0, 125],
    ['before a cliff, by the second', { cliff: 150, step: null }, 149, 0, 150],
    ['long before all of it comes at once', { start: 199, cliff: null, step: null }, 120, 0, 200],
    ['by the second', { cliff: 150, step: null }, 175, 0.75, undefined],
  ] as const)('say what has unlocked and what is next: %s', (_, schedule, now, share, next) => {
    expect(unlockedAt({ start: 100, end: 200, ...schedule }, now)).toEqual({ share, next });
  });

  it('are described in one sentence', () => {
    const texts = [
      {},
      { length: 'grant' },
      { length: 'grant', pace: 'monthly' },
      { length: 'quarters' },
      { length: 'dates' },
    ];
    expect(
      texts.map((changes) =>
        unlockText(scheduleOf(changes as Partial<ScheduleDraft>)).replace(/ on .*|[A-Z][a-z]{2} \d.*/u, ''),
      ),
    ).toEqual([
      'All of it unlocks',
      'Nothing unlocks before ',
      'Nothing unlocks before ',
      'A part unlocks every quarter, from ',
      'It unlocks by the second, from ',
    ]);
  });
});
