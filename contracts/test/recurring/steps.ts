import fc from 'fast-check';

/** Mostly the present; also any time between, before the latest locktime, and ahead of the chain. */
const anyShare = fc.oneof(
  { weight: 4, arbitrary: fc.constant(1_000) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 1_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: -60, max: 1_060 }) },
);

/** One thing somebody tries. Shares are thousandths of the time between the latest locktime and the chain's. */
export const anyStep = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      intervals: fc.integer({ min: 0, max: 2_500 }),
      blocks: fc.integer({ min: 0, max: 80 }),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constantFrom('claim' as const, 'push' as const),
      share: anyShare,
      own: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('stop' as const),
      to: fc.constantFrom('PAUSING' as const, 'PAUSING' as const, 'CANCELLED' as const),
      share: anyShare,
      own: fc.boolean(),
      extra: fc.bigInt(0n, 300n),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('resume' as const), share: anyShare, later: fc.bigInt(-100n, 7_300n) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('refund' as const) }) },
);
export type Step = typeof anyStep extends fc.Arbitrary<infer Kind> ? Kind : never;
