import { dateText, dueDate, dueDay, LAST_MONTH, monthNumber, monthOf } from './index.js';

const UTC = { time: 0n, utcOffset: 0n };
const LOCAL_TIMES = [
  UTC,
  { time: 86_399n, utcOffset: 0n },
  { time: 32_400n, utcOffset: 50_400n },
  { time: 66_600n, utcOffset: -43_200n },
] as const;

/** The same date by JavaScript's calendar, which shares nothing with the formula. */
const byDate = (year: number, month: number, day: number, time: bigint, utcOffset: bigint): bigint => {
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return BigInt(Date.UTC(year, month - 1, Math.min(day, length)) / 1_000) + time - utcOffset;
};

const isRefused = (compute: () => bigint): boolean => {
  try {
    compute();
    return false;
  } catch (error) {
    return error instanceof RangeError;
  }
};

describe('dueDate', () => {
  it('is the date of the calendar for every day of every month until January 2100, and refuses later months', () => {
    const wrong: string[] = [];
    const seen = { dates: 0, refused: 0 };
    for (let year = 1999; year <= 2106; year += 1)
      for (let month = 1; month <= 12; month += 1) {
        const number = monthNumber({ year, month });
        if (number < 0n) continue;
        for (let day = 1; day <= 31; day += 1)
          for (const local of LOCAL_TIMES) {
            const due = (): bigint => dueDate(number, BigInt(day), local);
            const expected = byDate(year, month, day, local.time, local.utcOffset);
            if (year < 2100 || (year === 2100 && month === 1)) {
              seen.dates += 1;
              if (due() !== expected) wrong.push(`${year}-${month}-${day}`);
            } else {
              seen.refused += 1;
              if (!isRefused(due)) wrong.push(`${year}-${month}-${day}`);
            }
          }
      }
    expect(wrong).toEqual([]);
    expect(seen).toEqual({ dates: 150_164, refused: 10_292 });
  });

  it.each([
    ['month', -1n, 1n],
    ['month', LAST_MONTH + 1n, 1n],
    ['day', 0n, 0n],
    ['day', 0n, 32n],
  ])('names the %s that is out of range', (field, month, day) => {
    expect(() => dueDate(month, day, UTC)).toThrow(field);
    expect(() => dueDay(month, day)).toThrow(field);
  });

  it('ascends from month to month, for each day', () => {
    for (let day = 1n; day <= 31n; day += 1n)
      for (let month = 1n; month <= LAST_MONTH; month += 1n)
        if (dueDate(month, day, UTC) <= dueDate(month - 1n, day, UTC)) throw new Error(`month ${month}, day ${day}`);
  });
});

describe('dueDay', () => {
  it('is the day of the month, or its last day', () => {
    const texts = (year: number, day: bigint) =>
      [1, 2, 3, 4].map((month) => dateText(dueDay(monthNumber({ year, month }), day)));
    expect(texts(2027, 31n)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
    expect(texts(2028, 30n)).toEqual(['2028-01-30', '2028-02-29', '2028-03-30', '2028-04-30']);
  });

  it('is the date of the due time at its distance from UTC', () => {
    for (const { time, utcOffset } of LOCAL_TIMES)
      for (let month = 0n; month <= LAST_MONTH; month += 7n)
        for (let day = 1n; day <= 31n; day += 3n) {
          const at = dueDate(month, day, { time, utcOffset }) + utcOffset;
          expect(new Date(Number(at) * 1_000).toISOString().slice(0, 10)).toBe(dateText(dueDay(month, day)));
        }
  });
});

describe('month numbers', () => {
  it('count from March 1999, there and back', () => {
    expect(monthNumber({ year: 1999, month: 3 })).toBe(0n);
    expect(monthNumber({ year: 1999, month: 2 })).toBe(-1n);
    expect(monthOf(LAST_MONTH)).toEqual({ year: 2100, month: 1 });
    for (let number = -30n; number <= LAST_MONTH; number += 1n) expect(monthNumber(monthOf(number))).toBe(number);
  });
});
