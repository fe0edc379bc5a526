import { toLocalInput } from '../format/time.js';
import { isAtOnce, newLockSchedule, readLockSchedule, unlockText } from './lock-schedule.js';
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

  it('are told in one sentence', () => {
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
