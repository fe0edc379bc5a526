import fc from 'fast-check';
import { campaignDefaults, lockDefaults, paymentDefaults, planDefaults, streamDefaults } from './index.js';

const NOW = 1_700_000_000;
const moment = fc.record({
  now: fc.integer({ min: NOW, max: 2 * NOW }),
  network: fc.constantFrom('mainnet', 'chipnet', 'devnet'),
});
const open = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const time = open(fc.integer({ min: NOW, max: 2 * NOW }));
const seconds = open(fc.integer({ min: 1, max: 40_000_000 }));
const rights = { cancelable: open(fc.boolean()), cancelNoticeBlocks: open(fc.nat(500)) };

/** Every product: its terms, and what fills them in. */
const PRODUCTS = {
  streams: [
    fc.record({
      streamType: fc.constantFrom('LINEAR', 'STEP', 'RECURRING'),
      startTime: time,
      endTime: time,
      intervalSeconds: seconds,
      ...rights,
    }),
    streamDefaults,
  ],
  payments: [fc.record({ startDate: time, pausable: open(fc.boolean()), ...rights }), paymentDefaults],
  locks: [
    fc.record({
      streamType: fc.constantFrom('LINEAR', 'STEP', undefined),
      startTime: time,
      endTime: time,
      transferable: open(fc.boolean()),
    }),
    lockDefaults,
  ],
  plans: [
    fc.record({
      product: fc.constantFrom('vesting', 'recurring', 'lock'),
      start: time,
      cancelFills: open(fc.nat(255)),
      ...rights,
    }),
    planDefaults,
  ],
  airdrops: [fc.record({ requireKyc: open(fc.boolean()), cancelable: open(fc.boolean()) }), campaignDefaults],
} as const;

describe.each(Object.entries(PRODUCTS))('the defaults of %s', (_, [terms, defaults]) => {
  const fill = (given: object, at: object): object => ({
    ...given,
    ...(defaults as (given: object, at: object) => object)(given, at),
  });

  it('change nothing that is named, and fill in the same only once', () =>
    fc.assert(
      fc.property(terms as fc.Arbitrary<object>, moment, moment, (given, at, later) => {
        const filled = fill(given, at);
        for (const [name, value] of Object.entries(given))
          if (value !== undefined) expect(filled).toHaveProperty(name, value);
        expect(fill(filled, { ...later, network: at.network })).toEqual(filled);
      }),
      { seed: 46 },
    ));
});

it('a start that is left open divides the duration by the interval', () => {
  const endTime = NOW + 100;
  const { startTime } = streamDefaults(
    { streamType: 'RECURRING', endTime, intervalSeconds: 30 },
    { now: NOW, network: 'mainnet' },
  );
  expect(startTime).toBe(endTime - 90);
});
