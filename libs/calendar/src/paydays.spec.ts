import fc from 'fast-check';
import {
  dateText,
  duePaydays,
  findPaydaysProblem,
  firstPaydayFrom,
  firstPaydays,
  lastPayday,
  localDate,
  monthNumber,
  nextPayday,
  type Paydays,
  paydayDate,
  paydayOfMonth,
  paydayStep,
  paydayTime,
} from './index.js';

const monthly: Paydays = { months: 1n, day: 31n, time: 32_400n, utcOffset: 3_600n };
const twice: Paydays = { ...monthly, day: 15n, secondDay: 31n };
const JANUARY = monthNumber({ year: 2027, month: 1 });
const datesOf = (paydays: Paydays, first: bigint, count: number): string[] =>
  firstPaydays(paydays, first, count).map(({ date }) => dateText(date));

const sound = fc
  .record({
    months: fc.constantFrom(1n, 3n, 6n, 12n),
    day: fc.bigInt(1n, 31n),
    second: fc.option(fc.bigInt(1n, 30n), { nil: undefined }),
    time: fc.bigInt(0n, 86_399n),
    utcOffset: fc.bigInt(-720n, 840n).map((minutes) => minutes * 60n),
  })
  .map(({ second, ...paydays }): Paydays => {
    if (second === undefined) return paydays;
    const day = paydays.day < 27n ? paydays.day : 27n;
    return { ...paydays, months: 1n, day, secondDay: day + second < 31n ? day + second : 31n };
  });

describe('dates of a salary', () => {
  it('of the 31st come on the last day of shorter months', () => {
    expect(datesOf(monthly, JANUARY, 4)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
  });

  it('of two paydays a month are the 15th and the last day', () => {
    expect(datesOf(twice, paydayOfMonth(twice, JANUARY), 4)).toEqual([
      '2027-01-15',
      '2027-01-31',
      '2027-02-15',
      '2027-02-28',
    ]);
  });

  it('of two paydays a month are those of JavaScript, all of them until January 2100', () => {
    for (let payday = 0n; payday <= lastPayday(twice); payday += 1n) {
      const month = Number(payday / 2n) + 2;
      const day = payday % 2n === 0n ? 15 : new Date(Date.UTC(1999, month + 1, 0)).getUTCDate();
      expect(paydayTime(twice, payday)).toBe(BigInt(Date.UTC(1999, month, day, 8) / 1_000));
    }
    expect(lastPayday(twice)).toBe(2_421n);
    expect(() => paydayTime(twice, 2_422n)).toThrow(RangeError);
  });

  it('of quarters are three months apart, and end with January 2100', () => {
    expect(datesOf({ ...monthly, months: 3n }, lastPayday(monthly) - 3n, 9)).toEqual(['2099-10-31', '2100-01-31']);
  });
});

describe('findPaydaysProblem', () => {
  it.each([
    [{ months: 2n }, 'MONTHS_OUT_OF_RANGE'],
    [{ months: 0n }, 'MONTHS_OUT_OF_RANGE'],
    [{ months: 24n }, 'MONTHS_OUT_OF_RANGE'],
    [{ day: 0n }, 'DAY_OUT_OF_RANGE'],
    [{ day: 32n }, 'DAY_OUT_OF_RANGE'],
    [{ day: -1n }, 'DAY_OUT_OF_RANGE'],
    [{ day: 28n, secondDay: 31n }, 'DAY_OUT_OF_RANGE'],
    [{ day: 15n, secondDay: 15n }, 'SECOND_DAY_OUT_OF_RANGE'],
    [{ day: 15n, secondDay: 32n }, 'SECOND_DAY_OUT_OF_RANGE'],
    [{ day: 15n, secondDay: 31n, months: 3n }, 'MONTHS_OUT_OF_RANGE'],
    [{ time: 86_400n }, 'TIME_OUT_OF_RANGE'],
    [{ utcOffset: 54_000n }, 'UTC_OFFSET_OUT_OF_RANGE'],
  ])('of %o is %s', (change, problem) => {
    expect(findPaydaysProblem({ ...monthly, ...change }, JANUARY, 12n)).toBe(problem);
  });

  it.each([
    [-1n, 12n, 'FIRST_OUT_OF_RANGE'],
    [1_211n, 1n, 'FIRST_OUT_OF_RANGE'],
    [JANUARY, 0n, 'PERIODS_OUT_OF_RANGE'],
    [1_210n, 1n, undefined],
    [1_210n, 2n, 'LAST_AFTER_JANUARY_2100'],
    [0n, 1_211n, undefined],
    [0n, 1_212n, 'LAST_AFTER_JANUARY_2100'],
  ])('of %s paydays from number %s is %s', (first, periods, problem) => {
    expect(findPaydaysProblem(monthly, first, periods)).toBe(problem);
  });

  it('lets no sound paydays be out of order, or fall anywhere but on their days', () => {
    fc.assert(
      fc.property(sound, fc.bigInt(0n, 1_000n), fc.bigInt(1n, 40n), (paydays, month, periods) => {
        const first = paydayOfMonth(paydays, month);
        if (findPaydaysProblem(paydays, first, periods) !== undefined) {
          expect(first + (periods - 1n) * paydayStep(paydays)).toBeGreaterThan(lastPayday(paydays));
          return;
        }
        let before = 0n;
        for (const { number, at, date } of firstPaydays(paydays, first, Number(periods))) {
          expect(at > before).toBe(true);
          before = at;
          const last = new Date(Date.UTC(date.year, date.month, 0)).getUTCDate();
          const days = [paydays.day, paydays.secondDay].map((day) =>
            day === undefined ? 0 : Math.min(Number(day), last),
          );
          expect(days).toContain(date.day);
          expect(localDate(at, paydays.utcOffset)).toEqual(date);
          expect(paydayDate(paydays, number)).toEqual(date);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('paydays that are due', () => {
  it('are counted one by one in the same way', () => {
    fc.assert(
      fc.property(
        sound,
        fc.bigInt(0n, 600n),
        fc.bigInt(0n, 60n),
        fc.bigInt(900_000_000n, 4_200_000_000n),
        (paydays, month, unpaid, at) => {
          const next = paydayOfMonth(paydays, month);
          const step = paydayStep(paydays);
          // With 50 years of yearly paydays the last one may be too late for the contract.
          fc.pre(next + unpaid * step <= lastPayday(paydays));
          let count = 0n;
          while (count < unpaid && paydayTime(paydays, next + count * step) <= at) count += 1n;
          expect(duePaydays({ paydays, next, unpaid }, at)).toBe(count);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('include one in the second it comes, not in the second before', () => {
    const at = paydayTime(monthly, JANUARY);
    const terms = { paydays: monthly, next: JANUARY, unpaid: 3n };
    expect(duePaydays(terms, at)).toBe(1n);
    expect(duePaydays(terms, at - 1n)).toBe(0n);
    expect(duePaydays({ ...terms, next: lastPayday(monthly), unpaid: 1n }, at)).toBe(0n);
  });
});

describe('the payday after a pause', () => {
  it('is the first one of the same rhythm that has not passed', () => {
    fc.assert(
      fc.property(sound, fc.bigInt(0n, 1_210n), fc.bigInt(900_000_000n, 4_294_967_295n), (paydays, month, after) => {
        const from = paydayOfMonth(paydays, month);
        const step = paydayStep(paydays);
        const next = nextPayday(paydays, from, after);
        if (next === undefined) {
          const last = from + ((lastPayday(paydays) - from) / step) * step;
          expect(paydayTime(paydays, last) <= after).toBe(true);
          return;
        }
        expect((next - from) % step).toBe(0n);
        expect(next >= from && paydayTime(paydays, next) > after).toBe(true);
        if (next > from) expect(paydayTime(paydays, next - step) <= after).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps the payday: paused in March, resumed in June, a salary of the 31st goes on at the end of June', () => {
    const resumed = paydayTime(monthly, JANUARY + 5n) - 1n;
    expect(nextPayday(monthly, JANUARY + 2n, resumed)).toBe(JANUARY + 5n);
    expect(nextPayday(monthly, JANUARY + 2n, resumed + 1n)).toBe(JANUARY + 6n);
  });

  it('firstPaydayFrom is a payday at the time, or the first one after it', () => {
    const at = paydayTime(twice, 600n);
    expect(firstPaydayFrom(twice, at)).toBe(600n);
    expect(firstPaydayFrom(twice, at + 1n)).toBe(601n);
    expect(firstPaydayFrom({ ...monthly, months: 12n }, paydayTime(monthly, JANUARY))).toBe(JANUARY);
    expect(firstPaydayFrom(monthly, 4_294_967_295n)).toBeUndefined();
  });
});
