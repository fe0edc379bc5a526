import fc from 'fast-check';
import { ALLOCATIONS } from '@weir/kinds';
import {
  type CalendarGrant,
  dateText,
  findGrantProblem,
  installmentsOf,
  monthNumber,
  vestedAfter,
  vestedByCalendar,
  vestedInstallments,
} from './index.js';

/** Four years, same day each month, one-year cliff. */
const grant: CalendarGrant = {
  total: 1_000_007n,
  months: 1n,
  day: 31n,
  firstMonth: monthNumber({ year: 2027, month: 2 }),
  installments: 48n,
  cliff: 12n,
  allocation: 'CUMULATIVE_ROUND_DOWN',
  time: 0n,
  utcOffset: 0n,
};

const grants = fc
  .record({
    total: fc.oneof(fc.bigInt(1n, 200n), fc.bigInt(1n, 2n ** 55n)),
    months: fc.bigInt(1n, 12n),
    day: fc.bigInt(1n, 31n),
    firstMonth: fc.bigInt(0n, 600n),
    installments: fc.bigInt(1n, 50n),
    cliffShare: fc.bigInt(0n, 99n),
    allocation: fc.constantFrom(...ALLOCATIONS),
    time: fc.bigInt(0n, 86_399n),
    utcOffset: fc.bigInt(-720n, 840n).map((minutes) => minutes * 60n),
  })
  .map(({ cliffShare, ...terms }): CalendarGrant => ({
    ...terms,
    cliff: 1n + (cliffShare * terms.installments) / 100n,
  }));

describe('installments', () => {
  it('before the cliff vest with it', () => {
    const [first, second, ...rest] = installmentsOf(grant);
    expect(first).toMatchObject({ number: 12n, amount: 250_001n });
    expect([first, second].map((each) => each && dateText(each.date))).toEqual(['2028-01-31', '2028-02-29']);
    expect(rest).toHaveLength(35);
    expect(dateText(rest.at(-1)?.date ?? { year: 0, month: 0, day: 0 })).toBe('2031-01-31');
  });

  it('are what has vested, to the second', () => {
    fc.assert(
      fc.property(grants, (each) => {
        let sum = 0n;
        for (const { number, at, amount } of installmentsOf(each)) {
          expect(vestedByCalendar(each, at - 1n)).toBe(sum);
          sum += amount;
          expect(vestedByCalendar(each, at)).toBe(sum);
          expect(vestedInstallments(each, at)).toBe(number);
          expect(vestedAfter(each, number)).toBe(sum);
        }
        expect(sum).toBe(each.total);
      }),
      { numRuns: 300 },
    );
  });

  it('can have no amount where there are fewer units than installments', () => {
    const few = { ...grant, total: 95n, allocation: 'BACK_LOADED_TO_SINGLE_TRANCHE' } as const;
    expect(installmentsOf(few).map(({ amount }) => amount)).toEqual([12n, ...Array<bigint>(35).fill(1n), 48n]);
    const fewer = { ...grant, total: 3n, cliff: 1n };
    expect(installmentsOf(fewer).filter(({ amount }) => amount > 0n)).toHaveLength(3);
    expect(findGrantProblem(fewer, { least: 1n })).toBeUndefined();
  });
});

describe('findGrantProblem', () => {
  it.each([
    [{ months: 0n }, 'MONTHS_OUT_OF_RANGE'],
    [{ months: 13n }, 'MONTHS_OUT_OF_RANGE'],
    [{ day: 0n }, 'DAY_OUT_OF_RANGE'],
    [{ day: 32n }, 'DAY_OUT_OF_RANGE'],
    [{ time: -1n }, 'TIME_OUT_OF_RANGE'],
    [{ utcOffset: -50_400n }, 'UTC_OFFSET_OUT_OF_RANGE'],
    [{ firstMonth: -1n }, 'FIRST_OUT_OF_RANGE'],
    [{ firstMonth: 1_211n }, 'FIRST_OUT_OF_RANGE'],
    [{ installments: 0n }, 'INSTALLMENTS_OUT_OF_RANGE'],
    [{ firstMonth: 1_163n }, undefined],
    [{ firstMonth: 1_164n }, 'LAST_AFTER_JANUARY_2100'],
    [{ cliff: 0n }, 'CLIFF_OUT_OF_RANGE'],
    [{ cliff: 49n }, 'CLIFF_OUT_OF_RANGE'],
    [{ cliff: 48n }, undefined],
    [{ total: 575n }, 'TOTAL_OUT_OF_RANGE'],
    [{ total: 0n }, 'TOTAL_OUT_OF_RANGE'],
    [{ total: 576n, cliff: 1n }, 'CLIFF_LEAVES_TOO_LITTLE'],
    [{ total: 576n, cliff: 48n }, undefined],
    [{ total: 27_647n, cliff: 47n }, undefined],
    [{ total: 27_600n, cliff: 47n }, 'CLIFF_LEAVES_TOO_LITTLE'],
  ] as const)('of %o is %s', (change, problem) => {
    expect(findGrantProblem({ ...grant, ...change }, { least: 576n })).toBe(problem);
  });

  it.each([
    ['nothing', 0n, undefined],
    ['what vests with the cliff', vestedAfter(grant, 12n), undefined],
    ['what vests with a later installment', vestedAfter(grant, 30n), undefined],
    ['a unit more', vestedAfter(grant, 30n) + 1n, 'RELEASED_NOT_VESTED'],
    ['what accrues before the cliff', 62_500n, 'RELEASED_NOT_VESTED'],
    ['all of it', grant.total, 'TOTAL_OUT_OF_RANGE'],
    ['a negative amount', -1n, 'TOTAL_OUT_OF_RANGE'],
  ] as const)('of a grant with %s paid before is %s', (_, released, problem) => {
    expect(findGrantProblem(grant, { least: 576n, released })).toBe(problem);
  });
});
