import { addMonths, newSchedule, readSchedule, type ScheduleDraft } from './schedule-draft.js';

const at = (text: string): number => new Date(text).getTime() / 1_000;
const NOW = at('2027-01-31T10:00');
const read = (changes: Partial<ScheduleDraft>) => readSchedule({ ...newSchedule(NOW), ...changes });

describe('months by the calendar', () => {
  it.each([
    ['2027-01-31T10:00', 1, '2027-02-28T10:00'],
    ['2027-12-15T00:00', 1, '2028-01-15T00:00'],
    ['2028-02-29T10:00', 48, '2032-02-29T10:00'],
    ['2028-02-29T10:00', 12, '2029-02-28T10:00'],
  ])('%s and %s months is %s', (from, months, to) => expect(addMonths(at(from), months)).toBe(at(to)));
});

describe('a schedule', () => {
  it.each<[Partial<ScheduleDraft>, string, string, string | null]>([
    [{ length: 'grant' }, '2027-01-31T10:00', '2031-01-31T10:00', '2028-01-31T10:00'],
    [{ length: 'year' }, '2027-01-31T10:00', '2028-01-31T10:00', null],
    [{ length: 'months', months: '6', cliffMonths: '1' }, '2027-01-31T10:00', '2027-07-31T10:00', '2027-02-28T10:00'],
    [{ length: 'months', months: '6', cliffMonths: '0' }, '2027-01-31T10:00', '2027-07-31T10:00', null],
    [
      { length: 'dates', end: '2027-03-01T00:00', cliff: '2027-02-01T00:00' },
      ...(['2027-01-31T10:00', '2027-03-01T00:00', '2027-02-01T00:00'] as const),
    ],
  ])('%j is from %s to %s, with a cliff of %s', (changes, start, end, cliff) =>
    expect(read(changes)).toEqual({
      schedule: { start: at(start), end: at(end), cliff: cliff === null ? null : at(cliff), step: null },
    }),
  );

  it('at once pays all at its moment', () =>
    expect(read({ length: 'once', pace: 'days', intervalDays: 'no' })).toEqual({
      schedule: { start: NOW - 1, end: NOW, cliff: null, step: null },
    }));

  it('has equal steps by months, the cliff at the end of one, and pays all with the last', () => {
    const answer = read({ length: 'grant', pace: 'monthly' });
    if (!('schedule' in answer)) throw new Error('It has no problems');
    const { start, end, cliff, step } = answer.schedule;
    expect((cliff ?? 0) - start).toBe(12 * (step ?? 0));
    expect(end - start).toBe(48 * (step ?? 0));
    expect(Math.abs(end - addMonths(NOW, 48))).toBeLessThan(48);
  });

  it.each<[Partial<ScheduleDraft>, keyof ScheduleDraft]>([
    [{ start: '' }, 'start'],
    [{ start: '9999-01-01T00:00' }, 'start'],
    [{ length: 'months', months: '0' }, 'months'],
    [{ length: 'months', months: 'some' }, 'months'],
    [{ length: 'months', months: '6', cliffMonths: '7' }, 'cliffMonths'],
    [{ length: 'months', cliffMonths: '1.5' }, 'cliffMonths'],
    [{ length: 'dates', end: '' }, 'end'],
    [{ length: 'dates', end: '2001-01-01T00:00' }, 'end'],
    [{ length: 'dates', cliff: 'soon' }, 'cliff'],
    [{ pace: 'days', intervalDays: '0' }, 'intervalDays'],
  ])('%j is reported at its field', (changes, field) => {
    const answer = read(changes);
    expect('problems' in answer ? Object.keys(answer.problems) : []).toEqual([field]);
  });
});
