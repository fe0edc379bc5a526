import fc from 'fast-check';

/** Mostly the present; also any time between, before the latest locktime, and ahead of the chain. */
const anyShare = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1_000) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 1_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: -60, max: 1_060 }) },
);

/** One thing somebody tries. Shares are thousandths of the time between the latest locktime and the chain's. */
export const anyStep = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      share: fc.integer({ min: 0, max: 250 }),
      blocks: fc.integer({ min: 0, max: 80 }),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constantFrom('claim' as const, 'push' as const),
      share: anyShare,
      own: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      share: anyShare,
      own: fc.boolean(),
      clockValue: fc.bigInt(681n, 3_000n),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund' as const) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'stray' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'sweep' as const }) },
);
export type Step = typeof anyStep extends fc.Arbitrary<infer Kind> ? Kind : never;
