import fc from 'fast-check';
import { RUNS } from '../support/bytes.js';
import { FUNDED } from '../support/coins.js';
import { judge } from '../support/judge.js';
import { anyInputs, anyOutputs, draftOf, isAllowed } from './support/any-transaction.js';

const TIP = { ...FUNDED, height: FUNDED.height + 1 };

// Every history of a vault is a sequence of these.
it('accepts exactly the transactions that the rules allow, of any shape', () => {
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
