import { unitFor } from '../format/typed-amount.js';
import { readTranches, timeFault, type TrancheDraft, tranchesFault } from './tranche-draft.js';

const BCH = unitFor('BCH', 8);
const row = (time: string, amount = '1'): TrancheDraft => ({ time, amount });
const read = (...rows: TrancheDraft[]) => readTranches(rows, BCH, true);

describe('a date of a list', () => {
  it.each([
    ['03/04/2027', '2027-03-04 or 2027-04-03'],
    ['3/4/2027', '2027-03-04 or 2027-04-03'],
    ['31/12/2027', '2027-12-31'],
    ['30/30/2027', 'Enter a day'],
    ['2027-02-30', 'does not exist'],
    ['soon', 'Enter a day'],
    ['', 'Enter a date'],
  ])('%s is refused with what it could be', (text, said) => expect(timeFault(text)).toContain(said));

  it.each(['2027-01-31', '2027-01-31 08:00', '31.01.2027', '1800000000'])('%s is read', (text) =>
    expect(timeFault(text)).toBeUndefined(),
  );
});

describe('a list of dates and amounts', () => {
  it('adds up, also between empty rows', () => {
    const list = read(row('2027-01-31', '0.4'), row('', ''), row('2027-02-28', '0.6'), row('', ''));
    expect(list.total).toBe(100_000_000n);
    expect(list.problems).toEqual([{}, {}, {}, {}]);
    expect(tranchesFault([row('2027-01-31')], read(row('2027-01-31')))).toBeUndefined();
  });

  it.each<[string, TrancheDraft[], number, keyof TrancheDraft]>([
    ['an earlier date than the one above', [row('2027-02-28'), row('', ''), row('2027-01-31')], 2, 'time'],
    ['the same date twice', [row('2027-01-31'), row('2027-01-31')], 1, 'time'],
    ['a payment below the smallest', [row('2027-01-31'), row('2027-02-28', '0.00000575')], 1, 'amount'],
    ['an amount with two readings', [row('2027-01-31', '1,500')], 0, 'amount'],
    ['a date of long ago', [row('20270131')], 0, 'time'],
    ['no amount', [row('2027-01-31', '')], 0, 'amount'],
  ])('has %s marked at its row', (_, rows, place, field) => {
    const list = read(...rows);
    expect(Object.keys(list.problems[place] ?? {})).toEqual([field]);
    expect(tranchesFault(rows, list)).toBe('Correct the marked rows');
  });

  it('has at most a hundred dates', () => {
    const rows = Array.from({ length: 101 }, (_, place) => row(String(1_800_000_000 + place)));
    expect(tranchesFault(rows, read(...rows))).toContain('101');
    expect(tranchesFault(rows.slice(1), read(...rows.slice(1)))).toBeUndefined();
  });
});
