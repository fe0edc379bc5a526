import { reportOf } from './run-seeds.js';
import { seedsOf } from './seeds.js';

describe('seedsOf', () => {
  it('divides the seeds among the parts', () => {
    expect([seedsOf(0, 2, 5, {}), seedsOf(1, 2, 5, {})]).toEqual([
      [2, 4],
      [1, 3, 5],
    ]);
  });

  it('runs more, or only some, where asked to', () => {
    expect(seedsOf(0, 1, 5, { SIMULATION_SEEDS: '7' })).toHaveLength(7);
    expect(seedsOf(1, 2, 5, { SIMULATION_SEED: '17,42' })).toEqual([17]);
    expect(() => seedsOf(0, 1, 5, { SIMULATION_SEED: 'x' })).toThrow(RangeError);
  });
});

describe('reportOf', () => {
  const file = (...tests: readonly [status: string, seed: number][]) => ({
    message: 'why',
    assertionResults: tests.map(([status, seed]) => ({
      status,
      title: `seed ${seed}`,
      failureMessages: status === 'failed' ? [`no ${seed}`] : [],
    })),
  });

  it('names the seeds that failed', () => {
    const testResults = [file(['passed', 2], ['failed', 4]), file(['failed', 1], ['pending', 9])];
    expect(reportOf({ testResults }, 3)).toEqual({
      passed: 1,
      failed: [1, 4],
      reasons: ['no 1', 'no 4'],
      broken: undefined,
    });
  });

  it('says when some were not run', () => {
    expect(reportOf({ testResults: [file()] }, 2)).toEqual({
      passed: 0,
      failed: [],
      reasons: [],
      broken: '2 seeds were not run: why',
    });
  });
});
