import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Reporter {
  onRunStart(results: object): void;
  onTestResult(test: object, result: object): void;
  onRunComplete(contexts: object, results: object): void;
}
type ReporterClass = new (config: object, options: { readonly file: string }) => Reporter;

const module = join(import.meta.dirname, 'spec-reporter.js');
const { default: SpecReporter } = (await import(module)) as { default: ReporterClass };

const folder = mkdtempSync(join(tmpdir(), 'weir-reporter-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A suite of two tests that failed, with an error of the suite itself or without. */
const failing = (testExecError?: Error) => ({
  numFailingTests: 2,
  numPassingTests: 1,
  numPendingTests: 0,
  testExecError,
  failureMessage: 'failed',
  testResults: [
    { status: 'failed', fullName: 'one' },
    { status: 'failed', fullName: 'two' },
    { status: 'passed', fullName: 'three' },
  ],
});
/** A suite that failed before a test ran. */
const broken = {
  ...failing(new Error('Has no database')),
  numFailingTests: 0,
  numPassingTests: 0,
  testResults: [],
};

/** Reports suites, and returns the counts for the test command and what was printed. */
const report = (suites: readonly object[], results: object): { counts: unknown; printed: string } => {
  const file = join(folder, 'counts.json');
  const printed: string[] = [];
  const { log } = console;
  console.log = (line: string) => void printed.push(line);
  const reporter = new SpecReporter({ rootDir: '/' }, { file });
  reporter.onRunStart({ numTotalTestSuites: suites.length });
  for (const [index, suite] of suites.entries()) reporter.onTestResult({ path: `/${index}.spec.ts` }, suite);
  reporter.onRunComplete({}, { numPassedTests: 2, numPendingTests: 0, wasInterrupted: false, ...results });
  console.log = log;
  return { counts: JSON.parse(readFileSync(file, 'utf8')), printed: printed.join('\n') };
};

describe('the reporter of the specs', () => {
  it('counts as failed what it lists: each test, or the suite where none ran', () => {
    const { counts, printed } = report([failing(), failing(new Error('Lost')), broken], {
      numFailedTests: 4,
      numRuntimeErrorTestSuites: 2,
    });
    expect(counts).toEqual({ passed: 2, failed: 5, skipped: 0 });
    expect(printed).toContain(
      'Failed:\n  0.spec.ts: one\n  0.spec.ts: two\n  1.spec.ts: one\n  1.spec.ts: two\n  2.spec.ts: the suite\n',
    );
  });

  it('counts a run that was interrupted as failed', () => {
    expect(report([], { numPassedTests: 0, wasInterrupted: true }).counts).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
    });
  });
});
