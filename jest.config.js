import preset, { onPostgres } from './jest.preset.js';

/**
 * The specs of all projects in one run, for `npm test`: Jest and its workers start once rather than for each project, one
 * Postgres serves all, and no worker waits for the other at the end of a project.
 */
export default {
  ...preset,
  ...onPostgres,
  roots: ['apps', 'contracts', 'libs', 'tools'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['apps/*', 'contracts', 'libs/*', 'tools/*'].map(
    (project) => `<rootDir>/${project}/{src,test}/**/*.spec.ts`,
  ),
  modulePathIgnorePatterns: ['<rootDir>/(apps|libs|tools)/[^/]+/dist/', '<rootDir>/contracts/dist/'],
  testSequencer: `${import.meta.dirname}/jest.sequencer.cjs`,
  // Twice the processors there are at least: two of them take what mostly waits.
  maxWorkers: 4,
};
