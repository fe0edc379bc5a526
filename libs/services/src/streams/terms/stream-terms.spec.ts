import { ServiceError } from '../../shared/service-error.js';
import type { CreateStreamInput } from '../streams.types.js';
import { parseStreamTerms } from './stream-terms.js';

const now = 1_790_000_000;
const DAY = 86_400;
const input: CreateStreamInput = { recipient: 'unused here', totalAmount: 1, streamType: 'LINEAR' };
const parse = (change: Partial<CreateStreamInput> = {}) => parseStreamTerms({ ...input, ...change }, now, 'chipnet');

/** As many intervals as the stream has seconds. */
const everySecond = {
  streamType: 'RECURRING',
  intervalSeconds: 1,
  tokenType: 'FUNGIBLE_TOKEN',
  tokenCategory: '11'.repeat(32),
  totalAmount: '9223372036854775807',
} as const;

const codeOf = (change: Partial<CreateStreamInput>): string => {
  try {
    parse(change);
    return 'accepted';
  } catch (error) {
    return error instanceof ServiceError ? error.code : String(error);
  }
};

describe('the start of a RECURRING stream that is left out', () => {
  const terms = { streamType: 'RECURRING', intervalSeconds: DAY } as const;
  const spanOf = (change: Partial<CreateStreamInput>) => {
    const { schedule, recurring } = parse({ ...terms, ...change });
    return { start: Number(schedule.start), end: Number(schedule.end), periods: recurring?.periods };
  };

  it.each([-3_600, -7, -1, 0, 1, 7, 3_600])(
    'makes whole intervals, no matter what second it is sent in (%i)',
    (late) => {
      const endTime = now + 30 * DAY + late;
      expect(spanOf({ endTime })).toEqual({ start: now + late, end: endTime, periods: 30 });
    },
  );

  it('is refused where what is given does not fit', () => {
    expect(codeOf({ ...terms, startTime: now, endTime: now + 30 * DAY + 1 })).toBe('INVALID_TIME');
    expect(codeOf({ ...terms, endTime: now - DAY })).toBe('INVALID_TIME');
    expect(codeOf({ ...terms, endTime: 4_294_967_295 })).toBe('INVALID_TIME');
    expect(codeOf({ endTime: 4_294_967_294 })).toBe('accepted');
  });
});

describe('the terms of a stream', () => {
  it('have the decided defaults', () => {
    expect(parse()).toEqual({
      tokenType: 'BCH',
      tokenCategory: null,
      streamType: 'LINEAR',
      schedule: { total: 100_000_000n, start: BigInt(now), end: BigInt(now + 365 * DAY), cliff: 0n, step: 0n },
      intervalSeconds: null,
      recurring: null,
      cancelable: true,
      cancelNoticeBlocks: 36,
    });
    expect(parseStreamTerms(input, now, 'devnet').cancelNoticeBlocks).toBe(6);
  });

  it('step by 30 days, or by the whole duration when it is shorter', () => {
    expect(parse({ streamType: 'STEP' }).intervalSeconds).toBe(30 * DAY);
    expect(parse({ streamType: 'STEP', endTime: now + DAY }).intervalSeconds).toBe(DAY);
    expect(parse({ streamType: 'STEP', intervalSeconds: 7 * DAY }).schedule.step).toBe(BigInt(7 * DAY));
  });

  it('take no cliff where it is absent or 0, and one at either edge', () => {
    for (const cliffTimestamp of [undefined, 0]) expect(parse({ cliffTimestamp }).schedule.cliff).toBe(0n);
    for (const cliffTimestamp of [now, now + 365 * DAY])
      expect(parse({ cliffTimestamp }).schedule.cliff).toBe(BigInt(cliffTimestamp));
  });

  it('recur monthly, or as asked for, the remainder last', () => {
    expect(parse({ streamType: 'RECURRING' })).toMatchObject({
      intervalSeconds: (365 * DAY) / 12,
      recurring: { firstDue: now + (365 * DAY) / 12, periods: 12, amountPerPeriod: 8_333_333n, pausable: false },
    });
    expect(parse({ streamType: 'RECURRING', intervalSeconds: 73 * DAY }).recurring).toMatchObject({
      periods: 5,
      amountPerPeriod: 20_000_000n,
    });
  });

  it('name a token by its category, and count its base units', () => {
    const terms = parse({
      tokenType: 'FUNGIBLE_TOKEN',
      tokenCategory: 'AB'.repeat(32),
      totalAmount: '9223372036854775807',
    });
    expect(terms).toMatchObject({
      tokenType: 'FUNGIBLE_TOKEN',
      tokenCategory: 'ab'.repeat(32),
      schedule: { total: 9_223_372_036_854_775_807n },
    });
    expect(parse({ tokenType: 'FUNGIBLE_TOKEN', tokenCategory: 'ab'.repeat(32), totalAmount: 1 }).schedule.total).toBe(
      1n,
    );
  });

  it('may start in the past', () => {
    expect(parse({ startTime: now - 400 * DAY, endTime: now - DAY }).schedule.end).toBe(BigInt(now - DAY));
  });

  it.each<[string, Partial<CreateStreamInput>]>([
    ['INVALID_TIME', { streamType: 'RECURRING', cliffTimestamp: now + DAY }],
    ['INVALID_TIME', { streamType: 'RECURRING', intervalSeconds: 7 * DAY }],
    ['INVALID_TIME', { streamType: 'RECURRING', intervalSeconds: 0 }],
    ['INVALID_TIME', { streamType: 'RECURRING', intervalSeconds: 366 * DAY }],
    ['INVALID_TIME', { streamType: 'RECURRING', intervalSeconds: 1.5 }],
    ['INVALID_TIME', { ...everySecond, endTime: now + 32_768 }],
    ['accepted', { ...everySecond, endTime: now + 32_767 }],
    ['INVALID_AMOUNT', { streamType: 'RECURRING', totalAmount: 0.00006551 }],
    ['INVALID_REQUEST', { tokenType: 'FUNGIBLE_TOKEN' }],
    ['INVALID_REQUEST', { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: '11'.repeat(31) }],
    ['INVALID_REQUEST', { tokenType: 'BCH', tokenCategory: '11'.repeat(32) }],
    ['INVALID_REQUEST', { tokenCategory: '11'.repeat(32) }],
    ['INVALID_AMOUNT', { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: '11'.repeat(32), totalAmount: 1.5 }],
    [
      'INVALID_AMOUNT',
      { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: '11'.repeat(32), totalAmount: '9223372036854775808' },
    ],
    ['INVALID_AMOUNT', { totalAmount: 0 }],
    ['INVALID_AMOUNT', { totalAmount: -1 }],
    ['INVALID_AMOUNT', { totalAmount: 0.000000001 }],
    ['INVALID_AMOUNT', { totalAmount: 1e308 }],
    ['INVALID_TIME', { startTime: now, endTime: now }],
    ['INVALID_TIME', { startTime: now, endTime: now - 1 }],
    ['INVALID_TIME', { startTime: now + 0.5 }],
    ['INVALID_TIME', { startTime: 499_999_999 }],
    ['INVALID_TIME', { endTime: 4_294_967_296 }],
    ['INVALID_TIME', { startTime: now * 1000 }],
    ['SCHEDULE_UNSOUND', { totalAmount: 0.00011, cliffTimestamp: now + 360 * DAY }],
    ['INVALID_TIME', { cliffTimestamp: now - 1 }],
    ['INVALID_TIME', { cliffTimestamp: now + 366 * DAY }],
    ['INVALID_TIME', { streamType: 'STEP', intervalSeconds: 0 }],
    ['INVALID_TIME', { streamType: 'STEP', intervalSeconds: 366 * DAY }],
    ['INVALID_REQUEST', { cancelNoticeBlocks: 5 }],
    ['INVALID_REQUEST', { cancelNoticeBlocks: 65_536 }],
    ['INVALID_REQUEST', { cancelNoticeBlocks: 6.5 }],
  ])('%s: %p', (code, change) => {
    expect(codeOf(change)).toBe(code);
  });

  it('say so when a time looks like milliseconds', () => {
    expect(() => parse({ endTime: (now + DAY) * 1000 })).toThrow(/milliseconds/);
  });
});
