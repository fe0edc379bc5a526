import { pathToFileURL } from 'node:url';
import { jestExpect as expect } from '@jest/expect';
import * as circus from 'jest-circus';
import { buildSnapshotResolver, SnapshotState } from 'jest-snapshot';

/**
 * A process that runs spec files one after another for spec-runner.js, in plain Node.js: modules are loaded once for all of them.
 * It never ends a test for the time it takes: spec-runner.js ends the process where nothing happens any more.
 */
const NO_LIMIT = 2 ** 31 - 1;

const { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } = circus;
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test });

const nameOf = (entry) => (entry.parent === undefined ? [] : [...nameOf(entry.parent), entry.name]);

/** Runs before each test, and reports its name to the parent process. */
const onEvent = ({ name, test: current, hook }) => {
  if (name === 'test_start') {
    const currentTestName = nameOf(current).join(' ');
    expect.setState({ currentTestName, numPassingAsserts: 0, suppressedErrors: [] });
    process.send({ running: nameOf(current).join(' › ') });
  }
  if (name === 'hook_start') process.send({ running: `${hook.type} of "${nameOf(hook.parent).join(' › ')}"` });
  if (name === 'test_done') {
    const { suppressedErrors = [] } = expect.getState();
    expect.setState({ suppressedErrors: [] });
    current.errors.push(...suppressedErrors);
  }
};

const saveSnapshots = (state, results) => {
  for (const { status, testPath } of results)
    if (status !== 'done' && testPath) state.markSnapshotsAsCheckedForTest(testPath.slice(1).join(' '));
  if (state.getUncheckedCount() > 0) state.removeUncheckedKeys();
  state.save();
  const { added, matched, unmatched, updated } = state;
  return { added, matched, unmatched, updated, fileDeleted: false, unchecked: 0, uncheckedKeys: [] };
};

const statusOf = ({ status, errors }) => {
  if (errors.length > 0) return 'failed';
  return status === 'done' ? 'passed' : status === 'todo' ? 'todo' : 'pending';
};

const toAssertion = (result) => {
  const [, ...names] = result.testPath;
  return {
    ancestorTitles: names.slice(0, -1),
    title: names.at(-1),
    fullName: names.join(' '),
    duration: result.duration,
    status: statusOf(result),
    failureMessages: [...result.errors],
    failureDetails: [],
    numPassingAsserts: 0,
    invocations: 1,
    location: null,
  };
};

const run = async ({ path, namePattern, updateSnapshot, projectConfig }, snapshotResolver) => {
  circus.resetState();
  circus.setState({
    ...circus.getState(),
    testTimeout: NO_LIMIT,
    testNamePattern: namePattern === undefined ? undefined : new RegExp(namePattern, 'i'),
  });
  const snapshotState = new SnapshotState(snapshotResolver.resolveSnapshotPath(path), {
    prettierPath: null,
    snapshotFormat: projectConfig.snapshotFormat,
    updateSnapshot,
    rootDir: projectConfig.rootDir,
  });
  expect.setState({ snapshotState, testPath: path, expand: false });
  const start = Date.now();
  await import(`${pathToFileURL(path).href}?${start}`);
  const { testResults, unhandledErrors } = await circus.run();
  const snapshot = saveSnapshots(snapshotState, testResults);
  return { start, end: Date.now(), assertions: testResults.map(toAssertion), unhandledErrors, snapshot };
};

let setup;
const setUp = ({ setupFiles, ...projectConfig }) => {
  circus.addEventHandler(onEvent);
  return Promise.all([
    buildSnapshotResolver(projectConfig),
    ...setupFiles.map((file) => import(pathToFileURL(file).href)),
  ]);
};

process.on('message', async (request) => {
  try {
    setup ??= setUp(request.projectConfig);
    const [snapshotResolver] = await setup;
    process.send({ ended: await run(request, snapshotResolver) });
  } catch (error) {
    process.send({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
