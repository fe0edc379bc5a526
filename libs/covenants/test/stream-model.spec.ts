import fc from 'fast-check';
import { createTestChain } from './support/chain.js';
import { ModelRun, type Action, type ModelTerms } from './support/model-run.js';

const share = fc.integer({ min: 0, max: 1_000 });
/** Mostly at the true time. */
const back = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: share });

const actions: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), share: fc.integer({ min: 0, max: 300 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('blocks' as const), count: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('claim' as const), back, coins: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('push' as const), back, paid: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      back: fc.oneof(fc.constant(0), share),
      coins: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'refund' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('sweep' as const), satoshis: fc.integer({ min: 576, max: 20_000 }) }),
  },
);

const terms: fc.Arbitrary<ModelTerms> = fc.record({
  total: fc.oneof(fc.bigInt(546n, 3_000n), fc.bigInt(3_000n, 1_000_000n), fc.bigInt(1_000_000n, 90_000_000n)),
  duration: fc.bigInt(1_000n, 5_000_000n),
  cliff: fc.constantFrom(0, 0, 1, 300, 1_000),
  steps: fc.constantFrom(0, 0, 1, 4, 100),
  notice: fc.constantFrom(0, 6, 6, 9),
  reserve: fc.oneof(fc.constantFrom(0n, -21_600n), fc.bigInt(-21_600n, 5_000n)),
});

it('agrees with plain numbers whatever is done in whatever order, and everybody gets what is theirs', async () => {
  const chain = createTestChain();
  const made = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      terms,
      fc.array(actions, { minLength: 4, maxLength: 20 }),
      fc.boolean(),
      async (given, steps, toTheEnd) => {
        const run = await ModelRun.start(chain, given);
        for (const step of steps) await run.perform(step);
        await run.finish(toTheEnd);
        for (const kind of run.made) made.set(kind, (made.get(kind) ?? 0) + 1);
      },
    ),
    { numRuns: 60, endOnFailure: true },
  );
  // Not vacuous: each kind of step was really made.
  expect([...made.keys()].sort()).toEqual(['cancel', 'claim', 'push', 'refund', 'sweep']);
});
