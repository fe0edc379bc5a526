/**
 * Shared Jest settings. Everything is ESM: sources are stripped of types by SWC and run as they are,
 * and workspace packages resolve to their sources through the "@weir/source" condition.
 */
export default {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@weir/source', 'node', 'node-addons'] },
  roots: ['<rootDir>'],
  setupFiles: [`${import.meta.dirname}/jest.setup.js`],
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'es6' },
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  // Ends what hangs. How long a test may take on a busy machine is no finding.
  testTimeout: 120_000,
  maxWorkers: 2,
};

/** Further settings of projects whose tests need a database. */
export const onPostgres = {
  globalSetup: `${import.meta.dirname}/tools/postgres/jest/start.js`,
  globalTeardown: `${import.meta.dirname}/tools/postgres/jest/stop.js`,
};
