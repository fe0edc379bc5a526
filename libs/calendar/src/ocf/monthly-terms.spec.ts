import fc from 'fast-check';
import { ALLOCATIONS } from '@weir/kinds';
import { byDefinition } from '../../test/allocation-definitions.js';
import {
  filesOf,
  ISSUANCE,
  type Json,
  MONTHLY,
  months,
  OPTIONS,
  relative,
  START,
  TERMS,
  VESTING_START,
} from '../../test/ocf-files.js';
import { RUNS } from '../../test/runs.js';
import { importGrants, readOcfPackage, sentenceText } from './index.js';

const DAYS = [
  'VESTING_START_DAY_OR_LAST_DAY_OF_MONTH',
  '01',
  '15',
  '28',
  '29_OR_LAST_DAY_OF_MONTH',
  '30_OR_LAST_DAY_OF_MONTH',
  '31_OR_LAST_DAY_OF_MONTH',
];

const terms = fc.record({
  length: fc.constantFrom(1, 2, 3, 6, 12),
  count: fc.integer({ min: 2, max: 60 }),
  cliffShare: fc.integer({ min: 0, max: 99 }),
  day: fc.constantFrom(...DAYS),
  start: fc.record({
    year: fc.integer({ min: 2001, max: 2030 }),
    month: fc.integer({ min: 0, max: 11 }),
    day: fc.integer({ min: 1, max: 31 }),
  }),
  quantity: fc.bigInt(60n, 10_000_000n),
  allocation: fc.constantFrom(...ALLOCATIONS),
  isOwnCondition: fc.boolean(),
});
type MonthlyTerms = typeof terms extends fc.Arbitrary<infer Value> ? Value : never;

const cliffOf = ({ cliffShare, count }: MonthlyTerms): number =>
  1 + Math.floor((cliffShare * Math.min(count, 24)) / 100);
const startOf = ({ start: { year, month, day } }: MonthlyTerms): Date =>
  new Date(Date.UTC(year, month, Math.min(day, new Date(Date.UTC(year, month + 1, 0)).getUTCDate())));

/** Terms with the cliff in the period, or as a condition before it, which only adds up by the cumulative types. */
const conditionsOf = (given: MonthlyTerms): readonly Json[] => {
  const { length, count, day, isOwnCondition, allocation } = given;
  const cliff = cliffOf(given);
  const portion = (numerator: number): Json => ({ numerator: `${numerator}`, denominator: `${count}` });
  const isCumulative = allocation === 'CUMULATIVE_ROUNDING' || allocation === 'CUMULATIVE_ROUND_DOWN';
  if (!isOwnCondition || !isCumulative || cliff === count) {
    const period = months(length, count, { day_of_month: day, cliff_installment: cliff });
    return [START, { ...MONTHLY, portion: portion(1), trigger: relative('start', period) }];
  }
  return [
    { ...START, next_condition_ids: ['cliff'] },
    {
      ...MONTHLY,
      id: 'cliff',
      portion: portion(cliff),
      trigger: relative('start', months(length * cliff, 1, { day_of_month: day })),
      next_condition_ids: ['monthly'],
    },
    {
      ...MONTHLY,
      portion: portion(1),
      trigger: relative('cliff', months(length, count - cliff, { day_of_month: day })),
    },
  ];
};

/** Dates and amounts of the terms, by JavaScript's calendar and the definitions of the allocations. */
const expectedOf = (given: MonthlyTerms): readonly (readonly [date: string, amount: bigint])[] => {
  const { length, count, day, quantity, allocation } = given;
  const start = startOf(given);
  const cliff = cliffOf(given);
  const asked = /^\d/u.test(day) ? Number(day.slice(0, 2)) : start.getUTCDate();
  const amounts = byDefinition(allocation, quantity, count);
  const rows = amounts.slice(cliff - 1).map((amount, place): [string, bigint] => {
    const month = start.getUTCMonth() + length * (cliff + place);
    const last = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
    const date = new Date(Date.UTC(start.getUTCFullYear(), month, Math.min(asked, last)));
    const accrued = place === 0 ? amounts.slice(0, cliff - 1).reduce((sum, each) => sum + each, 0n) : 0n;
    return [date.toISOString().slice(0, 10), amount + accrued];
  });
  return rows.filter(([, amount]) => amount > 0n);
};

describe('monthly terms', () => {
  it('become streams by the calendar that have the dates and amounts of their reference, in 1,000 random cases', () => {
    let streams = 0;
    fc.assert(
      fc.property(terms, (given) => {
        const files = filesOf({
          terms: [{ ...TERMS, allocation_type: given.allocation, vesting_conditions: conditionsOf(given) }],
          transactions: [
            { ...ISSUANCE, quantity: `${given.quantity}` },
            { ...VESTING_START, date: startOf(given).toISOString().slice(0, 10) },
          ],
        });
        const read = readOcfPackage(files);
        if (!read.ok) throw new Error(sentenceText(read.problem));
        const [grant] = importGrants(read.value, OPTIONS);
        if (grant?.status !== 'ready') throw new Error('The grant is refused');
        expect(grant.dates.map(({ date, paid }) => [date, paid])).toEqual(expectedOf(given));
        expect(grant.dates.map(({ paidAt }) => new Date(Number(paidAt) * 1_000).toISOString().slice(0, 10))).toEqual(
          grant.dates.map(({ date }) => date),
        );
        // A single date, where the cliff is the end, has no rhythm.
        expect(grant.stream.kind).toBe(grant.dates.length > 1 ? 'CALENDAR' : 'TRANCHES');
        if (grant.dates.length > 1) streams += 1;
      }),
      RUNS(1_000),
    );
    expect(streams).toBeGreaterThan(RUNS(800).numRuns);
  });
});
