import fc from 'fast-check';
import { RUNS } from '../support/bytes.js';
import { Trial, WAYS, type Setting, type Step } from './trial.js';

const HONEST = WAYS.slice(0, 3);
const anyStep: fc.Arbitrary<Step> = fc.record({
  row: fc.nat({ max: 1_000 }),
  way: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...HONEST) },
    { weight: 1, arbitrary: fc.constantFrom(...WAYS) },
  ),
});

const anySetting: fc.Arbitrary<Setting> = fc
  .record({
    asset: fc.constantFrom('BCH', 'FUNGIBLE_TOKEN'),
    sponsored: fc.boolean(),
    vested: fc.boolean(),
    depth: fc.integer({ min: 1, max: 5 }),
    lanes: fc.constantFrom(1, 2, 4),
  })
  .chain((setting) =>
    fc
      .array(fc.bigInt(setting.vested ? 10_000n : 546n, 9_000_000_000n), {
        minLength: 1,
        maxLength: setting.lanes * 2 ** setting.depth,
        size: 'max',
      })
      .map((amounts) => ({ ...setting, amounts })),
  );

describe('random claims beside a plain set', () => {
  it('pay each row once under any attempts, and leave every lane to be closed', () => {
    const seen = { claims: 0, refused: 0, lanes: 0 };
    fc.assert(
      fc.property(anySetting, fc.array(anyStep, { maxLength: 30, size: 'max' }), (setting, steps) => {
        const trial = new Trial(setting);
        for (const step of steps) trial.step(step);
        seen.refused += trial.refused;
        trial.finish();
        expect(trial.paid.size).toBe(setting.amounts.length);
        seen.claims += trial.paid.size;
        seen.lanes += setting.lanes > 1 ? 1 : 0;
      }),
      { numRuns: RUNS(20) },
    );
    // The search reaches what it is meant to search.
    expect(seen.claims).toBeGreaterThan(RUNS(20) * 6);
    expect(seen.refused).toBeGreaterThan(RUNS(20) * 3);
    expect(seen.lanes).toBeGreaterThan(RUNS(20) / 4);
  });

  it.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('in %s, by the hundred, one of 20 put before the network', (asset) => {
    const amounts = Array.from({ length: 400 }, (_, i) => 1_000n + BigInt(i));
    const trial = new Trial({ asset, sponsored: true, depth: 9, lanes: 4, amounts, sample: 20 });
    const steps = fc.sample(
      anyStep.map((step) => ({ ...step, row: step.row * 7_919 })),
      RUNS(500),
    );
    for (const step of steps) trial.step(step);
    expect(trial.refused).toBeGreaterThan(steps.length / 5);
    trial.finish();
    expect(trial.paid.size).toBe(amounts.length);
  });

  it.each([
    ['BCH', 16],
    ['FUNGIBLE_TOKEN', 13],
  ] as const)('in %s, at depth %i, which a whole campaign needs', (asset, depth) => {
    const amounts = Array.from({ length: 40 }, (_, i) => 1_000n + BigInt(i * i));
    const trial = new Trial({ asset, sponsored: true, vested: depth === 13, depth, lanes: 2, amounts });
    for (const [index, way] of [...HONEST, ...WAYS].entries()) trial.step({ row: index * 7, way });
    trial.finish();
    expect(trial.paid.size).toBe(amounts.length);
  });
});
