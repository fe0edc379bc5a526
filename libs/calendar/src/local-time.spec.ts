import {
  findLocalTimeProblem,
  GREATEST_UTC_OFFSET,
  LEAST_UTC_OFFSET,
  readTimeOfDay,
  readUtcOffset,
  timeOfDayText,
  utcOffsetText,
  zeroOf,
} from './index.js';

describe('zeroOf', () => {
  it('is one number of a time and an offset, which shows neither', () => {
    expect(zeroOf({ time: 0n, utcOffset: 0n })).toBe(BigInt(Date.UTC(1999, 0, 29) / 1_000));
    expect(zeroOf({ time: 3_600n, utcOffset: 3_600n })).toBe(zeroOf({ time: 0n, utcOffset: 0n }));
    expect(zeroOf({ time: 0n, utcOffset: 3_600n })).toBe(zeroOf({ time: 0n, utcOffset: 0n }) - 3_600n);
  });
});

describe('readTimeOfDay', () => {
  it('reads every minute of a day, which timeOfDayText writes', () => {
    for (let time = 0n; time < 86_400n; time += 60n) expect(readTimeOfDay(timeOfDayText(time))).toBe(time);
    expect(readTimeOfDay('23:59:59')).toBe(86_399n);
    expect(timeOfDayText(86_399n)).toBe('23:59:59');
  });

  it.each(['24:00', '12:60', '9:00', '09:00:60', '09:00 ', '-1:00', '', '09', '9am'])('refuses %j', (text) =>
    expect(readTimeOfDay(text)).toBeUndefined(),
  );
});

describe('readUtcOffset', () => {
  it('reads every offset in minutes, which utcOffsetText writes', () => {
    for (let utcOffset = LEAST_UTC_OFFSET; utcOffset <= GREATEST_UTC_OFFSET; utcOffset += 60n)
      expect(readUtcOffset(utcOffsetText(utcOffset))).toBe(utcOffset);
    expect(utcOffsetText(-12_600n)).toBe('-03:30');
    expect(readUtcOffset('Z')).toBe(0n);
  });

  it.each(['-00:00', '+14:01', '-12:01', '+1:00', '01:00', '+01', '+0100', '+05:60', 'UTC', '', '+99:00', '−03:00'])(
    'refuses %j',
    (text) => expect(readUtcOffset(text)).toBeUndefined(),
  );
});

it.each([
  [{ time: -1n, utcOffset: 0n }, 'TIME_OUT_OF_RANGE'],
  [{ time: 86_400n, utcOffset: 0n }, 'TIME_OUT_OF_RANGE'],
  [{ time: 0n, utcOffset: GREATEST_UTC_OFFSET + 60n }, 'UTC_OFFSET_OUT_OF_RANGE'],
  [{ time: 0n, utcOffset: LEAST_UTC_OFFSET - 60n }, 'UTC_OFFSET_OUT_OF_RANGE'],
  [{ time: 0n, utcOffset: 30n }, 'UTC_OFFSET_OUT_OF_RANGE'],
  [{ time: 86_399n, utcOffset: 12_600n }, undefined],
])('findLocalTimeProblem of %o is %s', (local, problem) => expect(findLocalTimeProblem(local)).toBe(problem));
