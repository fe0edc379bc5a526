import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

interface Result {
  readonly testFilePath: string;
  readonly failureMessage: string | null;
  readonly numPassingTests: number;
  readonly numFailingTests: number;
}
interface Runner {
  runTests(
    tests: readonly object[],
    watcher: { isInterrupted(): boolean },
    onStart: () => Promise<void>,
    onResult: (test: object, result: Result) => Promise<void>,
    onFailure: (test: object, error: Error) => Promise<void>,
  ): Promise<void>;
}
interface Options {
  limitOf?(running: string): number;
  isOver?(): boolean;
  readonly repeats?: boolean;
}
type RunnerClass = new (config: object, context: object, options: Options) => Runner;

const file = join(import.meta.dirname, 'spec-runner.js');
interface Limits {
  readonly isOver: () => boolean;
  readonly limitOf: () => number;
}
const { default: SpecRunner, createLimits } = (await import(file)) as {
  default: RunnerClass;
  createLimits: (minutes: string | undefined, now: () => number) => Limits;
};

/** Never reached by a fixture that ends. */
const NO_LIMIT_MS = 2 ** 31 - 1;
const limitOf = (running: string): number => (running.includes('for ever') ? 200 : NO_LIMIT_MS);

/** Runs fixtures one after another, as one process does. */
const run = async (names: readonly string[], options: Options = { limitOf }): Promise<Map<string, Result>> => {
  const config = {
    rootDir: import.meta.dirname,
    setupFiles: [],
    testMatch: [],
    transform: [],
    transformIgnorePatterns: [],
    snapshotFormat: {},
    slowTestThreshold: 5,
  };
  const results = new Map<string, Result>();
  const paths = new Map(names.map((name) => [join(import.meta.dirname, `fixtures/${name}.fixture.js`), name]));
  await new SpecRunner({ maxWorkers: 1, updateSnapshot: 'none' }, {}, options).runTests(
    [...paths.keys()].map((path) => ({ path, context: { config } })),
    { isInterrupted: () => false },
    () => Promise.resolve(),
    (_, result) => {
      results.set(paths.get(result.testFilePath) ?? '', result);
      return Promise.resolve();
    },
    (test, { stack = '' }) => {
      const { path } = test as { readonly path: string };
      const failed = { testFilePath: path, failureMessage: stack, numPassingTests: 0, numFailingTests: 0 };
      results.set(paths.get(path) ?? '', failed);
      return Promise.resolve();
    },
  );
  return results;
};

describe('the spec runner', () => {
  it('fails a spec that waits for ever or never yields, names the test, and runs the next spec', async () => {
    const results = await run(['waits-for-ever', 'loops-for-ever', 'passes']);
    expect(results.get('waits-for-ever')?.failureMessage).toContain('Has not ended within 0.2 s: waits for ever');
    expect(results.get('loops-for-ever')?.failureMessage).toContain('Has not ended within 0.2 s: loops for ever');
    expect(results.get('passes')).toMatchObject({ numPassingTests: 3, numFailingTests: 0, failureMessage: null });
  });

  it('fails a spec whose process ends, and runs the next spec', async () => {
    const results = await run(['exits', 'passes']);
    expect(results.get('exits')?.failureMessage).toContain('ended by exit code 3: exits');
    expect(results.get('passes')).toMatchObject({ numPassingTests: 3, failureMessage: null });
  });

  it('begins no further spec once its time is over', async () => {
    let begun = 0;
    const results = await run(['passes', 'fails'], { isOver: () => begun++ > 0 });
    expect([...results.keys()]).toEqual(['passes']);
  });

  it('ends what goes on ten minutes after the time is over', () => {
    const MINUTE = 60_000;
    const at = (minute: number, minutes: string | undefined) => {
      const { isOver, limitOf } = createLimits(minutes, () => minute * MINUTE);
      return [isOver(), limitOf() / MINUTE];
    };
    expect([at(0, '75'), at(74, '75'), at(76, '75'), at(86, '75')]).toEqual([
      [false, 30],
      [false, 11],
      [true, 9],
      [true, 0],
    ]);
    expect(at(1_000, undefined)).toEqual([false, 30]);
  });

  it('runs a spec that failed once more, alone, and counts what it does then, where that is asked for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'weir-runner-'));
    process.env['WEIR_TEST_FIXTURE'] = join(folder, 'has-run');
    try {
      const results = await run(['fails-once', 'fails', 'exits', 'passes'], { repeats: true });
      expect(results.get('fails-once')).toMatchObject({ numPassingTests: 1, numFailingTests: 0, failureMessage: null });
      expect(results.get('fails')).toMatchObject({ numPassingTests: 1, numFailingTests: 1 });
      expect(results.get('exits')?.failureMessage).toContain('ended by exit code 3');
      expect([...results.keys()]).toEqual(['passes', 'fails-once', 'fails', 'exits']);
    } finally {
      rmSync(folder, { recursive: true });
      delete process.env['WEIR_TEST_FIXTURE'];
    }
  });

  it('counts a spec as failed that failed when no time was left to run it again', async () => {
    let begun = 0;
    const results = await run(['fails', 'passes'], { repeats: true, isOver: () => begun++ > 1 });
    expect(results.get('fails')).toMatchObject({ numFailingTests: 1 });
  });

  it('shows the code around a failed expectation', async () => {
    const { failureMessage: coloured, ...counts } = (await run(['fails'])).get('fails') ?? {};
    expect(counts).toMatchObject({ numPassingTests: 1, numFailingTests: 1 });
    const failureMessage = stripVTControlCharacters(coloured ?? '');
    expect(failureMessage).toContain('a sum › is wrong');
    expect(failureMessage).toMatch(/> 3 \|.*expect\(1 \+ 1\)\.toBe\(3\)/);
  });

  it('fails a spec whose clean-up fails', async () => {
    const result = (await run(['fails-at-its-end'])).get('fails-at-its-end');
    expect(stripVTControlCharacters(result?.failureMessage ?? '')).toContain('could not be removed');
  });
});
