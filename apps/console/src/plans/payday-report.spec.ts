import { paydayReports, reportsCsv } from './payday-report.js';

const DAY = 86_400;
const START = 1_700_000_000;
const of = { token_type: 'BCH', token_category: null } as const;

const row = (id: string, more: Partial<Parameters<typeof paydayReports>[1][number]> = {}) => ({
  id,
  recipient: `address of ${id}`,
  step: DAY,
  amount_per_period_base: 1_000n,
  claimable_amount_base: 0n,
  next_payment_date: START + 3 * DAY,
  ...more,
});
const line = (recordId: string, payday: number | null, periods: number | null, amountBase: bigint) => ({
  recordId,
  payday,
  periods,
  amountBase,
  counterparty: `address of ${recordId}`,
  timestamp: START + 10 * DAY,
  txHash: `tx of ${recordId}`,
});
const words = {
  nameOf: ({ id }: { readonly id: string }): string | undefined => (id === 'ada' ? 'Ada' : undefined),
  paceOf: () => ({ intervalSeconds: DAY }),
};

describe('paydayReports', () => {
  it('has an entry for each person and payday, the latest payday first, with what is not claimed', () => {
    const rows = [row('ada'), row('bea', { claimable_amount_base: 2_000n, next_payment_date: START + DAY })];
    const reports = paydayReports(
      [line('bea', START, 1, 1_000n), line('ada', START + 2 * DAY, 3, 3_000n)],
      rows,
      words,
    );
    expect(reports.map(({ at, paid, open }) => [(at - START) / DAY, paid, open])).toEqual([
      [2, 1_000n, 1_000n],
      [1, 1_000n, 1_000n],
      [0, 2_000n, 0n],
    ]);
    expect(reports[0]?.entries.map(({ name, recipient, txHash }) => [name, recipient, txHash])).toEqual([
      ['Ada', 'address of ada', 'tx of ada'],
      [undefined, 'address of bea', null],
    ]);
  });

  it('loses no unit of a payment that its periods do not divide', () => {
    const reports = paydayReports([line('ada', START + DAY, 2, 2_001n)], [row('ada')], words);
    expect(reports.map(({ paid }) => paid)).toEqual([1_001n, 1_000n]);
  });

  it('has the days of the month of salaries by the calendar, paid together and claimable', () => {
    const at = (date: string): number => Date.parse(`${date}T09:00:00Z`) / 1_000;
    const calendar = { months: 1, day: 31, time: '09:00', utcOffset: '+00:00' };
    const rows = [row('ada'), row('bea', { claimable_amount_base: 2_000n, next_payment_date: at('2026-02-28') })];
    const reports = paydayReports([line('ada', at('2026-03-31'), 3, 3_000n)], rows, {
      ...words,
      paceOf: () => ({ calendar }),
    });
    expect(reports.map((report) => [report.at, report.paid, report.open])).toEqual([
      [at('2026-03-31'), 1_000n, 1_000n],
      [at('2026-02-28'), 1_000n, 1_000n],
      [at('2026-01-31'), 1_000n, 0n],
    ]);
  });

  it('puts payments without periods on the day they were paid', () => {
    const locks = [row('ada', { amount_per_period_base: null, next_payment_date: null })];
    const reports = paydayReports([line('ada', null, null, 7n)], locks, words);
    expect(reports.map(({ at, paid, open }) => [at, paid, open])).toEqual([[START + 10 * DAY, 7n, 0n]]);
  });
});

describe('reportsCsv', () => {
  it('has each person with the value now, and a total a payday', () => {
    const reports = paydayReports([line('ada', START, 1, 150_000_000n)], [row('ada')], words);
    const value = (base: bigint) => ({ value: String(Number(base) / 500_000), currency: 'USD' });
    const [, first, total] = reportsCsv(reports, of, value).trim().split('\r\n');
    expect(first).toBe(
      `2023-11-14T22:13:20.000Z,Ada,address of ada,1.5,BCH,300,USD,paid,2023-11-24T22:13:20.000Z,tx of ada`,
    );
    expect(total).toBe('2023-11-14T22:13:20.000Z,TOTAL,,1.5,BCH,300,USD,,,');
    expect(reportsCsv(reports, of, () => undefined)).toContain(',1.5,BCH,,,paid,');
  });
});
