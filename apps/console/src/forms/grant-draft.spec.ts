import { fromLocalInput } from '../format/time.js';
import { type GrantDraft, installmentAt, newGrant, readInstallments } from './grant-draft.js';
import { offsetsFrom, offsetText } from './kept-time.js';
import { newSchedule } from './schedule-draft.js';

const draft = (changes: Partial<GrantDraft> = {}): GrantDraft => ({
  ...newSchedule(fromLocalInput('2027-01-31T09:00') ?? 0),
  ...newGrant,
  pace: 'calendar',
  ...changes,
});

const readOf = (changes: Partial<GrantDraft>) => {
  const read = readInstallments(draft(changes));
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.installments;
};

/** The days on which installments vest, on the clock that the contract keeps. */
const daysOf = (changes: Partial<GrantDraft>): readonly string[] => {
  const { dates, installments, cliffInstallment } = readOf(changes);
  return Array.from({ length: installments - cliffInstallment + 1 }, (_, place) => {
    const at = installmentAt(dates, cliffInstallment + place) + Number(dates.utcOffset);
    return new Date(at * 1_000).toISOString().slice(0, 16);
  });
};

describe('installments of a draft', () => {
  it('fall on the day of the start, and on the last day of shorter months', () => {
    expect(daysOf({ length: 'year' }).slice(0, 3)).toEqual([
      '2027-02-28T09:00',
      '2027-03-31T09:00',
      '2027-04-30T09:00',
    ]);
    expect(daysOf({ length: 'year', start: '2027-01-15T09:00', onDay: 'last', every: '6' })).toEqual([
      '2027-07-31T09:00',
      '2028-01-31T09:00',
    ]);
  });

  it('of four years with a cliff of one are 48, of which twelve vest with the first date', () => {
    const { installments, cliffInstallment, calendar } = readOf({ length: 'grant' });
    expect({ installments, cliffInstallment }).toEqual({ installments: 48, cliffInstallment: 12 });
    expect(calendar).toMatchObject({ months: 1, day: 31, time: '09:00' });
    expect(daysOf({ length: 'grant' })[0]).toBe('2028-01-31T09:00');
  });

  it('are at the smallest distance from UTC of their whole time', () => {
    const { calendar, start } = readOf({ length: 'grant' });
    const { least } = offsetsFrom(start, start + 4 * 366 * 86_400);
    expect(calendar.utcOffset).toBe(offsetText(least));
  });

  it('from one date to another end with the last one before the end, and begin with the first at the cliff', () => {
    const span = {
      length: 'dates',
      start: '2027-01-10T09:00',
      end: '2027-07-10T09:00',
      cliff: '2027-03-01T00:00',
    } as const;
    expect(readOf(span)).toMatchObject({ installments: 6, cliffInstallment: 2 });
    expect(readOf({ ...span, end: '2027-07-09T09:00' })).toMatchObject({ installments: 5 });
    expect(readOf({ ...span, cliff: '' })).toMatchObject({ cliffInstallment: 1 });
  });

  it('that start in the first minutes of a month in summer belong to that month', () => {
    expect(daysOf({ length: 'year', start: '2027-07-01T00:10' })[0]).toBe('2027-08-01T00:10');
  });

  it.each<[Partial<GrantDraft>, string]>([
    [{ start: '' }, 'start'],
    [{ length: 'months', months: '0' }, 'months'],
    [{ length: 'months', months: '7', cliffMonths: '0', every: '3' }, 'every'],
    [{ length: 'months', months: '12', cliffMonths: '4', every: '3' }, 'every'],
    [{ length: 'months', months: '900', cliffMonths: '0' }, 'months'],
    [{ length: 'grant', start: '2099-01-01T09:00' }, 'start'],
    [{ length: 'dates', start: '2027-01-10T09:00', end: '2027-01-20T09:00' }, 'end'],
    [{ length: 'dates', start: '2027-01-10T09:00', end: '2104-01-20T09:00' }, 'end'],
    [{ length: 'dates', start: '2027-01-10T09:00', end: '2027-05-20T09:00', cliff: '2027-05-19T09:00' }, 'cliff'],
  ])('%j is reported at its field', (changes, field) => {
    const read = readInstallments(draft(changes));
    expect('problems' in read ? Object.keys(read.problems) : []).toEqual([field]);
  });
});
