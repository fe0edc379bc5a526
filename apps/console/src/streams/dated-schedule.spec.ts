import { type DatedTerms, nextVesting, vestingDates } from './dated-schedule.js';

const UNTOUCHED = { vested_amount_base: 0n, withdrawn_amount_base: 0n } as const;
const grant = (changes: Partial<DatedTerms> = {}): DatedTerms => ({
  start_time: Date.UTC(2027, 0, 31, 8) / 1_000,
  total_amount_base: 48n,
  tranches: null,
  calendar: {
    months: 1,
    day: 31,
    time: '09:00',
    utcOffset: '+01:00',
    installments: 4,
    cliffInstallment: 1,
    allocation: 'CUMULATIVE_ROUND_DOWN',
    released: 0,
    releasedBase: 0n,
    released_base: 0n,
    releasedDecimal: null,
  } as unknown as DatedTerms['calendar'],
  ...UNTOUCHED,
  ...changes,
});
const states = (stream: DatedTerms) => vestingDates(stream).map(({ state }) => state);
const withCalendar = (changes: object, more: Partial<DatedTerms> = {}): DatedTerms => {
  const whole = grant(more);
  return { ...whole, calendar: { ...whole.calendar, ...changes } as DatedTerms['calendar'] };
};

describe('the dates of a grant', () => {
  it('are the days of the month, each with its amount', () =>
    expect(vestingDates(grant()).map(({ at, amount }) => [new Date(at * 1_000).toISOString(), amount])).toEqual([
      ['2027-02-28T08:00:00.000Z', 12n],
      ['2027-03-31T08:00:00.000Z', 12n],
      ['2027-04-30T08:00:00.000Z', 12n],
      ['2027-05-31T08:00:00.000Z', 12n],
    ]));

  it('begin with the cliff, which has the amounts of all before it', () =>
    expect(vestingDates(withCalendar({ cliffInstallment: 3 })).map(({ amount }) => amount)).toEqual([36n, 12n]));

  it('are to come until it is funded, then paid, claimable or to come', () => {
    const amounts = { vested_amount_base: 24n, withdrawn_amount_base: 12n };
    expect(states(grant(amounts))).toEqual(Array(4).fill('coming'));
    expect(states(grant({ ...amounts, status: 'PENDING' }))).toEqual(Array(4).fill('coming'));
    expect(states(grant({ ...amounts, status: 'ACTIVE' }))).toEqual(['paid', 'due', 'coming', 'coming']);
    expect(states(grant({ ...amounts, status: 'CANCELLED' }))).toEqual(['paid', 'due', 'returned', 'returned']);
  });

  it('that were paid elsewhere are said to be', () =>
    expect(
      states(
        withCalendar({ releasedBase: 24n }, { total_amount_base: 24n, vested_amount_base: 12n, status: 'ACTIVE' }),
      ),
    ).toEqual(['elsewhere', 'elsewhere', 'due', 'coming']));

  it('have a next one while it runs', () => {
    expect(nextVesting(grant({ status: 'ACTIVE', vested_amount_base: 12n }))?.number).toBe(2);
    expect(nextVesting(grant({ status: 'PENDING' }))).toBeUndefined();
    expect(nextVesting(grant({ status: 'ACTIVE', vested_amount_base: 48n }))).toBeUndefined();
  });
});

it('the dates of a list are its own, and one by seconds has none', () => {
  const tranche = (time: number, amountBase: bigint) =>
    ({ time, amountBase, amount: 0, amount_base: amountBase, amountDecimal: null }) as unknown as NonNullable<
      DatedTerms['tranches']
    >[number];
  const list = grant({
    calendar: null,
    tranches: [tranche(100, 40n), tranche(200, 8n)],
    status: 'ACTIVE',
    vested_amount_base: 40n,
  });
  expect(vestingDates(list)).toEqual([
    { number: 1, at: 100, amount: 40n, state: 'due' },
    { number: 2, at: 200, amount: 8n, state: 'coming' },
  ]);
  expect(vestingDates(grant({ calendar: null }))).toEqual([]);
});
