import { vestedAmount } from '@weir/vesting';
import {
  days,
  filesOf,
  ISSUANCE,
  type Json,
  MONTHLY,
  months,
  OPTIONS,
  type Parts,
  relative,
  START,
  TERMS,
  VESTING_START,
} from '../../test/ocf-files.js';
import {
  type ImportedGrant,
  importGrants,
  type ImportOptions,
  readOcfPackage,
  type ReviewedGrant,
  sentenceText,
} from './index.js';

const importOf = (parts: Parts, options: Partial<ImportOptions> = {}): ImportedGrant => {
  const read = readOcfPackage(filesOf(parts));
  if (!read.ok) throw new Error(sentenceText(read.problem));
  const [grant] = importGrants(read.value, { ...OPTIONS, ...options });
  if (grant === undefined) throw new Error('The package has no grant');
  return grant;
};
const ready = (grant: ImportedGrant): ReviewedGrant => {
  if (grant.status === 'refused') throw new Error(sentenceText(grant.problem));
  return grant;
};
const problemOf = (grant: ImportedGrant): string => (grant.status === 'refused' ? sentenceText(grant.problem) : 'none');

const termsOf = (conditions: readonly unknown[], more: Json = {}): Parts => ({
  terms: [{ ...TERMS, vesting_conditions: conditions, ...more }],
});
const withMonthly = (change: Json): Parts => termsOf([START, { ...MONTHLY, ...change }]);
const withPeriod = (period: Json): Parts => withMonthly({ trigger: relative('start', period) });
const event = { id: 'sale', quantity: '0', trigger: { type: 'VESTING_EVENT' }, next_condition_ids: ['monthly'] };
const withStart = (change: Json): Parts => ({ transactions: [ISSUANCE, { ...VESTING_START, ...change }] });
const withGrant = (change: Json): Parts => ({ transactions: [{ ...ISSUANCE, ...change }, VESTING_START] });
const { vesting_terms_id: _, ...ISSUANCE_WITHOUT_TERMS } = ISSUANCE;

describe('a grant that is imported', () => {
  it('by months becomes a stream by the calendar, each date beside that of the file', () => {
    const grant = ready(importOf({}));
    expect(grant).toMatchObject({
      grant: 'grant-1',
      label: 'CS-1',
      stakeholder: 'ada',
      name: 'Ada Lovelace',
      total: 1_000_007n,
      stream: {
        kind: 'CALENDAR',
        grant: { months: 1n, day: 31n, installments: 48n, cliff: 12n, allocation: 'CUMULATIVE_ROUNDING' },
      },
      notes: [],
    });
    expect(grant.dates).toHaveLength(37);
    expect(grant.dates.slice(0, 3).map(({ date, amount }) => [date, amount])).toEqual([
      ['2027-01-31', 250_002n],
      ['2027-02-28', 20_833n],
      ['2027-03-31', 20_834n],
    ]);
    expect(grant.dates.every(({ amount, paid }) => amount === paid)).toBe(true);
    expect(new Date(Number(grant.dates[1]?.paidAt) * 1_000).toISOString()).toBe('2027-02-28T00:00:00.000Z');
  });

  it('is paid at the local time of the import, on the same dates', () => {
    const grant = ready(importOf({}, { time: 32_400n, utcOffset: 3_600n }));
    expect(new Date(Number(grant.dates[0]?.paidAt) * 1_000).toISOString()).toBe('2027-01-31T08:00:00.000Z');
    expect(grant.dates[0]?.date).toBe('2027-01-31');
  });

  it('has the dates of the worked example of the format: 480 shares from 30 January, a quarter after a year', () => {
    const cliff = {
      id: 'cliff',
      portion: { numerator: '12', denominator: '48' },
      trigger: relative('start', months(12, 1)),
      next_condition_ids: ['monthly'],
    };
    const rest = { ...MONTHLY, trigger: relative('cliff', months(1, 36)) };
    const grant = ready(
      importOf({
        ...termsOf([{ ...START, next_condition_ids: ['cliff'] }, cliff, rest]),
        transactions: [
          { ...ISSUANCE, quantity: '480' },
          { ...VESTING_START, date: '2021-01-30' },
        ],
      }),
    );
    expect(grant.stream).toMatchObject({ kind: 'CALENDAR', grant: { installments: 48n, cliff: 12n, day: 30n } });
    expect(grant.dates.slice(0, 3).map(({ date, amount }) => `${date} ${amount}`)).toEqual([
      '2022-01-30 120',
      '2022-02-28 10',
      '2022-03-30 10',
    ]);
    expect(grant.dates.at(-1)).toMatchObject({ date: '2025-01-30', amount: 10n });
  });

  it('in equal days becomes a stream in steps, whose vested amount is that of @weir/vesting', () => {
    const grant = ready(
      importOf(withMonthlyRounded({ trigger: relative('start', days(30, 48, { cliff_installment: 5 })) })),
    );
    if (grant.stream.kind !== 'STEP') throw new Error(grant.stream.kind);
    const { schedule } = grant.stream;
    let sum = 0n;
    for (const { amount, paidAt } of grant.dates) {
      expect(vestedAmount(schedule, paidAt - 1n)).toBe(sum);
      sum += amount;
      expect(vestedAmount(schedule, paidAt)).toBe(sum);
    }
    expect(sum).toBe(1_000_007n);
  });

  it('with exact vestings takes them, and says that it does not take the terms', () => {
    const vestings = [
      { date: '2027-01-01', amount: '3333' },
      { date: '2028-01-01', amount: '3334' },
      { date: '2029-01-01', amount: '3333' },
    ];
    const grant = ready(importOf(withGrant({ quantity: '10000', vestings })));
    expect(grant.stream).toMatchObject({ kind: 'CALENDAR', grant: { months: 12n, allocation: 'CUMULATIVE_ROUNDING' } });
    expect(grant.notes.map(sentenceText)).toEqual([expect.stringContaining('vesting terms "terms" are not')]);
  });

  it('without a pattern becomes a list of tranches', () => {
    const vestings = [
      { date: '2027-01-01', amount: '1' },
      { date: '2027-05-17', amount: '9000' },
      { date: '2027-05-17', amount: '900' },
      { date: '2030-01-01', amount: '99' },
    ];
    const grant = ready(importOf(withGrant({ quantity: '10000', vestings })));
    expect(grant.stream.kind).toBe('TRANCHES');
    expect(grant.dates.map(({ date, amount }) => `${date} ${amount}`)).toEqual([
      '2027-01-01 1',
      '2027-05-17 9900',
      '2030-01-01 99',
    ]);
  });

  it('after a recorded event starts on its date, and says so', () => {
    const grant = ready(
      importOf({
        ...termsOf([
          { ...START, next_condition_ids: ['sale'] },
          event,
          { ...MONTHLY, trigger: relative('sale', months(1, 48)) },
        ]),
        transactions: [
          ISSUANCE,
          VESTING_START,
          {
            ...VESTING_START,
            id: 'event-1',
            object_type: 'TX_VESTING_EVENT',
            date: '2026-06-10',
            vesting_condition_id: 'sale',
          },
        ],
      }),
    );
    expect(grant.dates[0]?.date).toBe('2026-07-31');
    expect(grant.notes.map(sentenceText)).toEqual([
      'Event "sale" is recorded on 2026-06-10 and imported as that date.',
    ]);
  });

  it('with a portion of the remainder divides what was not vested before the condition', () => {
    const first = { ...START, quantity: '7', next_condition_ids: ['monthly'] };
    const rest = {
      portion: { numerator: '1', denominator: '48', remainder: true },
      trigger: relative('start', months(1, 48)),
    };
    const grant = ready(importOf(termsOf([first, { ...MONTHLY, ...rest }])));
    expect(grant.dates[0]).toMatchObject({ date: '2026-01-31', amount: 7n });
    expect(grant.dates.slice(1).every(({ amount }) => amount === 20_833n || amount === 20_834n)).toBe(true);
  });

  it('of a token with decimals divides whole shares, as the cap table does', () => {
    const grant = ready(importOf({}, { decimals: 2 }));
    expect(grant.total).toBe(100_000_700n);
    expect(grant.dates.map(({ amount }) => amount)).toEqual(
      ready(importOf({})).dates.map(({ amount }) => amount * 100n),
    );
  });

  it('of allocation FRACTIONAL needs decimals that hold every part', () => {
    const parts = { ...termsOf([START, MONTHLY], { allocation_type: 'FRACTIONAL' }) };
    const quarter = { ...parts, transactions: [{ ...ISSUANCE, quantity: '12' }, VESTING_START] };
    expect(ready(importOf(quarter, { decimals: 2 })).stream.kind).toBe('CALENDAR');
    expect(problemOf(importOf(quarter, { decimals: 1 }))).toBe(
      'An installment of the grant needs more than the 1 decimals of the token.',
    );
  });

  it('of a loaded type over several conditions has a note to compare the amounts', () => {
    const half = {
      ...MONTHLY,
      portion: { numerator: '1', denominator: '96' },
      trigger: relative('start', months(1, 48)),
    };
    const other = { ...half, id: 'later', trigger: relative('monthly', months(1, 48)) };
    const parts = termsOf([START, { ...half, next_condition_ids: ['later'] }, other], {
      allocation_type: 'FRONT_LOADED',
    });
    const grant = ready(importOf(parts));
    expect(grant.notes.map(sentenceText)).toEqual([expect.stringContaining('FRONT_LOADED')]);
    expect(grant.dates.reduce((sum, { amount }) => sum + amount, 0n)).toBe(1_000_007n);
  });

  it('uses only the allocations that the contract offers', () => {
    const rounded = importOf({}, { allocations: ['CUMULATIVE_ROUND_DOWN'], least: 576n });
    expect(ready(rounded).stream.kind).toBe('TRANCHES');
  });
});

const withMonthlyRounded = (change: Json): Parts =>
  termsOf([START, { ...MONTHLY, ...change }], { allocation_type: 'CUMULATIVE_ROUND_DOWN' });

describe('a grant that is refused', () => {
  it.each<[string, Parts, string]>([
    ['with a period in weeks', withPeriod({ ...months(1, 48), type: 'WEEKS' }), 'has a period in "WEEKS"'],
    [
      'without a day of the month',
      withPeriod({ length: 1, type: 'MONTHS', occurrences: 48 }),
      'lacks the field "day_of_month"',
    ],
    [
      'with a day 32',
      withPeriod(months(1, 48, { day_of_month: '32' })),
      'has the value "32", which the format does not define',
    ],
    [
      'with a day in a period of days',
      withPeriod(days(30, 48, { day_of_month: '01' })),
      'has the field "day_of_month"',
    ],
    [
      'with an unknown field of a period',
      withPeriod(months(1, 48, { repetitions: 48 })),
      'has the field "repetitions"',
    ],
    [
      'with a half month',
      withPeriod(months(0.5, 48)),
      'field "length" has the value 0.5. Expected a whole number without quotes.',
    ],
    ['with a negative period', withPeriod(months(-1, 48)), 'has the value -1. Expected 0 or more.'],
    ['with no occurrence', withPeriod(months(1, 0)), 'has the value 0. Expected 1 or more.'],
    [
      'with a text as length',
      withPeriod({ ...months(1, 48), length: '1' }),
      'has the value "1". Expected a whole number without quotes.',
    ],
    ['with a million occurrences', withPeriod(months(1, 1_000_000)), 'has 1,000,000 occurrences'],
    ['with a repeated period of length 0', withPeriod(days(0, 48)), 'repeats a period of length 0'],
    [
      'with its cliff after the end',
      withPeriod(months(1, 48, { cliff_installment: 49 })),
      'cliff at installment 49 of 48',
    ],
    ['after January 2100', withPeriod(months(12, 80)), 'vests after January 2100'],
    [
      'with a portion 1e3',
      withMonthly({ portion: { numerator: '1e3', denominator: '48' } }),
      '"1e3", which cannot be imported',
    ],
    ['with a negative portion', withMonthly({ portion: { numerator: '-1', denominator: '48' } }), '"-1"'],
    [
      'with a denominator of 0',
      withMonthly({ portion: { numerator: '1', denominator: '0' } }),
      'has the denominator "0"',
    ],
    [
      'with a number as portion',
      withMonthly({ portion: { numerator: 1, denominator: 48 } }),
      'has the value 1. Expected a text in quotes.',
    ],
    ['with portion and quantity', withMonthly({ quantity: '1' }), 'has both portion and quantity'],
    ['with neither', withMonthly({ portion: undefined }), 'has neither portion nor quantity'],
    [
      'with a wrong sum',
      withMonthly({ portion: { numerator: '1', denominator: '49' } }),
      'vest 48/49 of the grant. They must vest all of it.',
    ],
    ['with an unknown field of a condition', withMonthly({ cliff: 12 }), 'has the field "cliff"'],
    [
      'with an unknown field of a trigger',
      withMonthly({ trigger: { ...relative('start', months(1, 48)), when: 'x' } }),
      'has the field "when"',
    ],
    ['with an unknown trigger', withMonthly({ trigger: { type: 'MOON_PHASE' } }), 'has the trigger "MOON_PHASE"'],
    [
      'relative to an id that does not exist',
      withMonthly({ trigger: relative('stat', months(1, 48)) }),
      'relative to "stat", which does not exist',
    ],
    [
      'relative to itself',
      withMonthly({ trigger: relative('monthly', months(1, 48)) }),
      'relative to "monthly", which is not before it',
    ],
    [
      'that leads to an id that does not exist',
      withMonthly({ next_condition_ids: ['end'] }),
      'leads to "end", which does not exist',
    ],
    ['that returns', withMonthly({ next_condition_ids: ['monthly'] }), 'return to condition "monthly"'],
    [
      'that branches',
      termsOf([{ ...START, next_condition_ids: ['monthly', 'sale'] }, MONTHLY, event]),
      'branch after condition "start"',
    ],
    [
      'with two first conditions',
      termsOf([START, MONTHLY, { ...event, next_condition_ids: [] }]),
      'several first conditions: "start" and "sale"',
    ],
    ['with two conditions of one id', termsOf([START, MONTHLY, MONTHLY]), 'have two conditions "monthly"'],
    [
      'with an open event',
      termsOf([{ ...START, next_condition_ids: ['sale'] }, event, MONTHLY]),
      'wait for the event "sale". A contract cannot see company events. Fund this grant when the event is recorded.',
    ],
    [
      'with a date that does not exist',
      {
        ...termsOf([
          {
            id: 'a',
            portion: { numerator: '1', denominator: '1' },
            trigger: { type: 'VESTING_SCHEDULE_ABSOLUTE', date: '2027-02-30' },
            next_condition_ids: [],
          },
        ]),
        transactions: [ISSUANCE],
      },
      '"2027-02-30", which does not exist',
    ],
    ['without a start', { transactions: [ISSUANCE] }, 'no vesting start for condition "start"'],
    [
      "with another condition's start",
      withStart({ vesting_condition_id: 'monthly' }),
      'is a TX_VESTING_START, and the trigger of condition "monthly" is "VESTING_SCHEDULE_RELATIVE"',
    ],
    [
      'with a start of a condition that does not exist',
      withStart({ vesting_condition_id: 'begin' }),
      'about condition "begin", which the vesting terms do not have',
    ],
    [
      'with two starts',
      { transactions: [ISSUANCE, VESTING_START, { ...VESTING_START, id: 'start-2' }] },
      '"start-2" is the second TX_VESTING_START',
    ],
    ['that starts on 30 February', withStart({ date: '2026-02-30' }), '"2026-02-30", which does not exist'],
    ['that starts before March 1999', withStart({ date: '1999-02-28' }), 'Dates from March 1999 to January 2100'],
    ['without quantity', withGrant({ quantity: '0' }), 'has the quantity "0"'],
    ['of parts of shares', withGrant({ quantity: '10.5' }), 'needs more than the 0 decimals of the token'],
    ['without vesting', { transactions: [ISSUANCE_WITHOUT_TERMS] }, 'fully vested when it is issued'],
    [
      'with terms that are not in the package',
      withGrant({ vesting_terms_id: 'other' }),
      'Vesting terms "other" are not in the package',
    ],
    [
      'with vestings that do not add up',
      withGrant({ quantity: '10', vestings: [{ date: '2027-01-01', amount: '9' }] }),
      'add up to 9 base units, and the grant is 10',
    ],
    [
      'with vestings out of order',
      withGrant({
        quantity: '2',
        vestings: [
          { date: '2027-01-02', amount: '1' },
          { date: '2027-01-01', amount: '1' },
        ],
      }),
      'Dates must ascend',
    ],
    ['of nobody with an address', withGrant({ stakeholder_id: 'bob' }), 'Stakeholder "bob" has no address'],
    [
      'of a security that is issued twice',
      { transactions: [ISSUANCE, { ...ISSUANCE, id: 'grant-2' }, VESTING_START] },
      '"security-1" is issued more than once',
    ],
    ...[
      'TX_STOCK_CANCELLATION',
      'TX_STOCK_RETRACTION',
      'TX_STOCK_TRANSFER',
      'TX_STOCK_REPURCHASE',
      'TX_STOCK_CONVERSION',
      'TX_STOCK_REISSUANCE',
      'TX_STOCK_PLAN_RETURN_TO_POOL',
      'TX_NEW_KIND',
    ].map((type): [string, Parts, string] => [
      `after a ${type}`,
      {
        transactions: [
          ISSUANCE,
          VESTING_START,
          { id: 'x', object_type: type, date: '2027-01-01', security_id: 'security-1' },
        ],
      },
      `"${type}" on 2027-01-01. Import the grant that replaces it.`,
    ]),
    [
      'that was consolidated',
      {
        transactions: [
          ISSUANCE,
          VESTING_START,
          {
            id: 'x',
            object_type: 'TX_STOCK_CONSOLIDATION',
            date: '2027-01-01',
            security_ids: ['security-0', 'security-1'],
          },
        ],
      },
      'TX_STOCK_CONSOLIDATION',
    ],
    [
      'that was exercised',
      {
        transactions: [
          ISSUANCE,
          VESTING_START,
          { id: 'x', object_type: 'TX_EQUITY_COMPENSATION_EXERCISE', date: '2027-01-01', security_id: 'security-1' },
        ],
      },
      'a part of it is paid',
    ],
    [
      'that was accelerated',
      {
        transactions: [
          ISSUANCE,
          VESTING_START,
          {
            id: 'x',
            object_type: 'TX_VESTING_ACCELERATION',
            date: '2027-01-01',
            security_id: 'security-1',
            quantity: '5',
            reason_text: 'sale',
          },
        ],
      },
      'accelerated on 2027-01-01',
    ],
    [
      'of a class that was split later',
      {
        transactions: [
          ISSUANCE,
          VESTING_START,
          { id: 'x', object_type: 'TX_STOCK_CLASS_SPLIT', date: '2026-05-01', stock_class_id: 'common' },
        ],
      },
      'Stock class "common" is split on 2026-05-01',
    ],
  ])('%s', (_name, parts, sentence) => {
    expect(problemOf(importOf(parts))).toContain(sentence);
  });

  it.each<[string, Parts]>([
    [
      'was accepted',
      {
        transactions: [
          ISSUANCE,
          VESTING_START,
          { id: 'x', object_type: 'TX_STOCK_ACCEPTANCE', date: '2026-02-01', security_id: 'security-1' },
        ],
      },
    ],
    [
      'is of a class that was split before',
      {
        transactions: [
          ISSUANCE,
          VESTING_START,
          { id: 'x', object_type: 'TX_STOCK_CLASS_SPLIT', date: '2026-01-30', stock_class_id: 'common' },
        ],
      },
    ],
    [
      'is of another class than that which was split',
      {
        transactions: [
          ISSUANCE,
          VESTING_START,
          { id: 'x', object_type: 'TX_STOCK_CLASS_SPLIT', date: '2026-05-01', stock_class_id: 'preferred' },
        ],
      },
    ],
  ])('is not one that %s', (_name, parts) => {
    expect(problemOf(importOf(parts))).toBe('none');
  });

  it('for its amounts names the amount that is too small in BCH', () => {
    const vestings = [
      { date: '2027-01-01', amount: '1000' },
      { date: '2027-01-09', amount: '575' },
      { date: '2027-05-01', amount: '1000' },
    ];
    expect(problemOf(importOf(withGrant({ quantity: '2575', vestings }), { least: 576n }))).toBe(
      'Amount 2 of the grant is smaller than the smallest payment.',
    );
  });

  it('has more than 100 dates without a schedule', () => {
    const vestings = Array.from({ length: 101 }, (_unused, place) => ({
      date: new Date(Date.UTC(2027, 0, 1 + place * place)).toISOString().slice(0, 10),
      amount: '1',
    }));
    expect(problemOf(importOf(withGrant({ quantity: '101', vestings })))).toContain('At most 100 can be imported');
  });
});

describe('importGrants', () => {
  it.each([{ decimals: -1 }, { decimals: 1.5 }, { decimals: 19 }, { time: 86_400n }, { utcOffset: 1n }])(
    'is not called with %o',
    (options) => expect(() => importOf({}, options)).toThrow(RangeError),
  );
});
