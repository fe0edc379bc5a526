import { readTrancheLines } from './tranche-table.js';

const rows = [
  { time: '2027-01-31', amount: '0.4' },
  { time: '2027-05-31', amount: '0.6' },
];

describe('pasted dates and amounts', () => {
  it.each([
    ['between tabs', '2027-01-31\t0.4\n2027-05-31\t0.6'],
    ['with names', 'Date,Amount\n2027-01-31,0.4\n2027-05-31,0.6'],
    ['of Excel in German', 'Datum;Betrag\r\n31.01.2027;0,4\r\n31.05.2027;0,6\r\n'],
    ['with the amounts first', '0.4\t2027-01-31\n0.6\t2027-05-31'],
  ])('%s are read', (_, text) => expect(readTrancheLines(text, 8)).toEqual({ rows }));

  it('with a day of two readings are left for its field to ask', () =>
    expect(readTrancheLines('03/04/2027\t1', 8)).toEqual({ rows: [{ time: '03/04/2027', amount: '1' }] }));

  it('with amounts of two readings are asked about', () => {
    const text = '2027-01-31\t1,500\n2027-02-28\t2,500';
    expect(readTrancheLines(text, 8)).toMatchObject({ question: { code: 'AMBIGUOUS_AMOUNTS', line: 1 } });
    expect(readTrancheLines(text, 8, ',')).toMatchObject({ rows: [{ amount: '1.5' }, { amount: '2.5' }] });
  });

  it('in other columns than two are refused', () =>
    expect(readTrancheLines('2027-01-31\t1\t2\n2027-02-28\t1\t2', 8)).toEqual({ problem: 'COLUMNS' }));

  it('are a hundred at most', () => {
    const text = Array.from(
      { length: 101 },
      (_, place) => `2027-01-31 00:${String(place % 60).padStart(2, '0')}\t1`,
    ).join('\n');
    expect(readTrancheLines(text, 8)).toMatchObject({ problem: { code: 'TOO_MANY_ROWS' } });
  });
});
