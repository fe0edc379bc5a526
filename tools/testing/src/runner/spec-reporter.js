import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

const plural = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** How long a suite ran, such as `12.3 s`. */
const durationOf = ({ perfStats: { runtime } }) => `${(runtime / 1_000).toFixed(1)} s`;

/**
 * Jest's reporter of the two test commands: prints a line for each suite as it ends, with the number of suites that remain, and a
 * failure at once. At the end it repeats the names of the failed tests and writes the counts to a file for the test command.
 */
export default class SpecReporter {
  #root;
  #file;
  #ended = 0;
  #total = 0;
  #failures = [];
  #error;

  /** @param options file: where the counts are written, as JSON: `{ passed, failed, skipped }` */
  constructor({ rootDir }, { file }) {
    this.#root = rootDir;
    this.#file = file;
  }

  onRunStart({ numTotalTestSuites }) {
    this.#total = numTotalTestSuites;
    console.log(`${plural(numTotalTestSuites, 'suite')} to run`);
  }

  onTestResult({ path }, result) {
    this.#ended += 1;
    const { numFailingTests, numPassingTests, numPendingTests, testExecError, failureMessage } = result;
    const name = relative(this.#root, path);
    const failed = numFailingTests > 0 || Boolean(testExecError);
    const remaining = this.#total - this.#ended;
    const counts = [
      plural(numPassingTests, 'test'),
      ...(numFailingTests > 0 ? [`${numFailingTests} failed`] : []),
      ...(numPendingTests > 0 ? [`${numPendingTests} skipped`] : []),
    ].join(', ');
    const time = result.perfStats?.runtime > 0 ? `, ${durationOf(result)}` : '';
    console.log(`${failed ? 'FAIL' : 'PASS'} ${name} (${counts}${time}); ${plural(remaining, 'suite')} left`);
    if (!failed) return;
    console.log(failureMessage ?? testExecError?.stack ?? '');
    const tests = result.testResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
    this.#failures.push(...(tests.length > 0 ? tests : ['the suite']).map((test) => `${name}: ${test}`));
  }

  onRunComplete(_contexts, results) {
    const { numPassedTests, numPendingTests, wasInterrupted } = results;
    if (this.#failures.length > 0) console.log(`Failed:\n${this.#failures.map((line) => `  ${line}\n`).join('')}`);
    if (wasInterrupted) this.#error = new Error('The run was interrupted');
    // Those of the list: Jest counts a suite whose preparation failed beside its tests.
    const failed = this.#failures.length + (wasInterrupted ? 1 : 0);
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, `${JSON.stringify({ passed: numPassedTests, failed, skipped: numPendingTests })}\n`);
  }

  getLastError() {
    return this.#error;
  }
}
