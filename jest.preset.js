import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGuard } from './tools/testing/src/runner/start-guard.js';

/**
 * Shared Jest settings. The runner runs specs in plain Node.js, many files in one process, so that a module is read and compiled
 * once for all of them rather than once for each: half of the test command's time. What a file leaves behind, the next one meets.
 */

/** What test processes make once for all of them: see tools/simulation/src/service-process.ts. */
const folder = mkdtempSync(join(tmpdir(), 'weir-test-'));
process.env['WEIR_TEST_FOLDER'] = folder;
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
startGuard('WEIR_TEST_FOLDER', folder, folder);

/** The specs of projects but for the end-to-end ones, which jest.e2e.config.js runs. @param folders of the projects */
export const specsOf = (folders) => ({
  testMatch: folders.flatMap((folder) => [`${folder}/{src,test}/**/*.spec.ts`, '!**/*.e2e.spec.ts']),
});

export default {
  runner: `${import.meta.dirname}/tools/testing/src/runner/spec-runner.js`,
  roots: ['<rootDir>'],
  setupFiles: [`${import.meta.dirname}/jest.setup.js`],
  ...specsOf(['<rootDir>']),
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  maxWorkers: 2,
};

/** Further settings of projects whose tests need a database. */
export const onPostgres = {
  globalSetup: `${import.meta.dirname}/tools/testing/src/postgres/jest/start.js`,
  globalTeardown: `${import.meta.dirname}/tools/testing/src/postgres/jest/stop.js`,
};
