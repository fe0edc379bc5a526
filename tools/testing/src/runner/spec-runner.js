import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { formatExecError, formatResultsErrors } from 'jest-message-util';

const SPEC_PROCESS = fileURLToPath(new URL('spec-process.js', import.meta.url));

/** Types are stripped as modules are loaded, and workspace packages resolve to their sources: no spec needs a build. */
const NODE_OPTIONS = ['--conditions=@weir/source', '--import', import.meta.resolve('tsx'), '--max-semi-space-size=64'];

/** Whether more is tried than `npm test` does: a test may then run for hours. */
const isDeep = Object.keys(process.env).some((name) => /^WEIR_((FAULT_|FUZZ_)?RUNS|API_LIES|ALL_.*)$/.test(name));

/**
 * How long a process may run one test or hook without ending it. No test takes a tenth of it on an idle machine: on a busy one it may
 * take far longer, and that it never ends is the only thing this is for.
 */
const LONGEST_TEST_MS = isDeep ? 2 ** 31 - 1 : 30 * 60_000;

/** How long after its time a spec may go on, milliseconds. */
const GRACE_MS = 10 * 60_000;

/**
 * Returns what ends a run in time. A gate that is ended from outside for taking too long would say nothing of what passed and failed.
 *
 * @param minutes that the run may take; as long as it likes where they are undefined
 * @param now milliseconds since the run began
 * @returns isOver: whether no further spec file begins. limitOf: how long a test or hook that starts now may take, milliseconds
 */
export const createLimits = (minutes, now = () => performance.now()) => {
  const end = Number(minutes ?? Infinity) * 60_000;
  return {
    isOver: () => now() > end,
    limitOf: () => Math.max(0, Math.min(LONGEST_TEST_MS, end + GRACE_MS - now())),
  };
};

/**
 * Whether `WEIR_TEST_AGAIN` is set: a file that failed is then run once more, alone, when all others have ended. For a gate on a machine
 * that is shared: what fails there for want of time passes alone, what is wrong fails twice, since random tests repeat their seeds.
 */
const repeats = process.env['WEIR_TEST_AGAIN'] !== undefined;

/** Ends a process and the servers and browsers that it has started. */
const end = ({ pid }) => {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
};

/**
 * Runs one spec file in a process.
 *
 * @returns what it sent at the end, or `{ failed }`, with the reason, where the file could not be loaded, the process ended, or one
 * test did not end: the process is of no use any more then
 */
const runSpec = (child, request, limitOf) =>
  new Promise((resolve) => {
    let running = 'no test has started';
    let timer;
    const settle = (outcome) => {
      clearTimeout(timer);
      child.removeAllListeners();
      resolve(outcome);
    };
    const watch = () => {
      const limit = limitOf(running);
      clearTimeout(timer);
      timer = setTimeout(() => settle({ failed: `Has not ended within ${limit / 1_000} s: ${running}` }), limit);
    };
    child.on('message', (message) => {
      if (message.running === undefined) return settle(message);
      ({ running } = message);
      return watch();
    });
    child.once('exit', (code, signal) =>
      settle({ failed: `The process of this spec ended by ${signal ?? `exit code ${code}`}: ${running}` }),
    );
    child.once('error', (error) => settle({ failed: error.stack }));
    watch();
    child.send(request);
  });

const count = (assertions, wanted) => assertions.filter(({ status }) => status === wanted).length;

/** Makes of what a process sent what Jest's reporters expect, with a code frame for each failure. */
const toTestResult = (path, ended, { projectConfig, globalConfig }) => {
  const { start, end: endTime, assertions, unhandledErrors: errors, snapshot } = ended;
  const messages = [
    formatResultsErrors(assertions, projectConfig, globalConfig, path),
    ...errors.map((stack) => formatExecError({ message: '', stack }, projectConfig, globalConfig, path)),
  ].filter((message) => message !== null);
  const runtime = endTime - start;
  return {
    testFilePath: path,
    displayName: projectConfig.displayName,
    testResults: assertions,
    numFailingTests: count(assertions, 'failed'),
    numPassingTests: count(assertions, 'passed'),
    numPendingTests: count(assertions, 'pending'),
    numTodoTests: count(assertions, 'todo'),
    failureMessage: messages.length === 0 ? null : messages.join('\n'),
    testExecError: errors.length === 0 ? undefined : { message: '', stack: errors.join('\n') },
    perfStats: { start, end: endTime, runtime, slow: runtime / 1_000 > projectConfig.slowTestThreshold },
    snapshot,
    leaks: false,
    openHandles: [],
    skipped: false,
  };
};

/** Whether a spec file ended, and nothing in it failed. */
const isPassed = ({ result }) => result !== undefined && result.failureMessage === null && result.numFailingTests === 0;

/**
 * Jest's runner for Weir's specs: as many processes as `maxWorkers`, each of which takes one spec file after another. A file whose
 * process ends or hangs fails alone; the next one gets a new process.
 */
export default class SpecRunner {
  supportsEventEmitters = false;
  isSerial = false;
  #globalConfig;
  #options;

  /**
   * @param options limitOf: how long what a process says it is running may take, milliseconds. isOver: whether no further file begins.
   * repeats: whether a file that failed is run once more, alone, at the end.
   */
  constructor(globalConfig, _context, options = {}) {
    this.#globalConfig = globalConfig;
    this.#options = { ...createLimits(process.env['WEIR_TEST_MINUTES']), repeats, ...options };
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const waiting = [...tests];
    const failed = [];
    const report = (test, { failed: stack, result }) =>
      result === undefined ? onFailure(test, { message: '', stack }) : onResult(test, result);
    const onOutcome = (test, outcome) => {
      if (!this.#options.repeats || isPassed(outcome)) return report(test, outcome);
      console.log(
        `FAIL ${test.path}; it is run once more at the end\n${outcome.result?.failureMessage ?? outcome.failed}`,
      );
      return failed.push({ test, outcome });
    };
    const count = Math.min(this.#globalConfig.maxWorkers, waiting.length);
    await Promise.all(Array.from({ length: count }, () => this.#work(waiting, watcher, { onStart, onOutcome })));
    if (waiting.length > 0 && !watcher.isInterrupted())
      console.log(`Not begun, since the time is over:\n${waiting.map(({ path }) => `  ${path}\n`).join('')}`);
    for (const { test, outcome } of failed) {
      const again = [test];
      const onSecond = (_, second) => {
        if (isPassed(second)) console.log(`${test.path} failed beside others, and passed alone`);
        return report(test, second);
      };
      await this.#work(again, watcher, { onStart: () => undefined, onOutcome: onSecond });
      if (again.length > 0) await report(test, outcome);
    }
  }

  /** Runs waiting spec files in one process after another until none is left. */
  async #work(waiting, watcher, { onStart, onOutcome }) {
    let child;
    while (!watcher.isInterrupted() && !this.#options.isOver()) {
      const test = waiting.shift();
      if (test === undefined) break;
      await onStart(test);
      child ??= fork(SPEC_PROCESS, {
        execArgv: NODE_OPTIONS,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        detached: true,
      });
      const { ended, failed } = await runSpec(child, this.#requestOf(test), this.#options.limitOf);
      if (ended === undefined) {
        child = void end(child);
        await onOutcome(test, { failed });
      } else {
        const configs = { projectConfig: test.context.config, globalConfig: this.#globalConfig };
        await onOutcome(test, { result: toTestResult(test.path, ended, configs) });
      }
    }
    child?.disconnect();
  }

  #requestOf({ path, context: { config } }) {
    const { testNamePattern, updateSnapshot } = this.#globalConfig;
    return { path, namePattern: testNamePattern || undefined, updateSnapshot, projectConfig: config };
  }
}
