import fc from 'fast-check';
import { RUNS } from '../support/bytes.js';
import { FUNDED } from '../support/coins.js';
import { judge } from '../support/judge.js';
import { anyInputs, anyOutputs, draftOf, isAllowed } from './support/any-transaction.js';
import { VaultTrial } from './support/vault-trial.js';

const signer = fc.integer({ min: 0, max: 2 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('deposit' as const), satoshis: fc.bigInt(1_000n, 500_000n) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('token' as const), variety: fc.nat({ max: 8 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('decoy' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('spend' as const, 'alone' as const),
      one: signer,
      other: signer,
      share: fc.nat({ max: 1_000 }),
      coins: fc.nat({ max: 255 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), one: signer, other: signer }) },
);

it('conserves everything, counts every spend, and lets any two take all of it at any time', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 14 }), signer, (steps, absent) => {
      const trial = new VaultTrial();
      for (const each of steps) trial.step(each);
      trial.checkProgress(absent);
    }),
    { numRuns: RUNS(40) },
  );
});

const TIP = { ...FUNDED, height: FUNDED.height + 1 };

it('accepts exactly the transactions that the rules allow, whatever their shape', () => {
  const seen = { allowed: 0, refused: 0 };
  fc.assert(
    fc.property(anyInputs, anyOutputs, (inputs, outputs) => {
      const draft = draftOf(inputs, outputs);
      const allowed = isAllowed(inputs, draft.outputs);
      expect(judge(draft, TIP)).toMatchObject(allowed ? { accepted: true } : { accepted: false, by: 'script' });
      seen[allowed ? 'allowed' : 'refused'] += 1;
    }),
    { numRuns: RUNS(300) },
  );
  expect(seen.allowed).toBeGreaterThan(60);
  expect(seen.refused).toBeGreaterThan(60);
});
