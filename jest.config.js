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
  // Twice the processors there are at least: some specs wait most of their time, for servers and browsers.
  maxWorkers: 4,
};
