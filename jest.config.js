import preset, { onPostgres, specsOf } from './jest.preset.js';

const PROJECTS = ['apps/*', 'contracts', 'libs/*', 'tools/*'];

/**
 * The specs of all projects in one run, for `npm test`: Jest and its workers start once rather than for each project, one
 * Postgres serves all, and no worker waits for the other at the end of a project.
 */
export const allProjects = {
  ...preset,
  ...onPostgres,
  roots: ['apps', 'contracts', 'libs', 'tools'].map((folder) => `<rootDir>/${folder}`),
  modulePathIgnorePatterns: ['<rootDir>/(apps|libs|tools)/[^/]+/dist/', '<rootDir>/contracts/dist/'],
  testSequencer: `${import.meta.dirname}/tools/testing/src/runner/longest-first.js`,
  // Twice the processors there are at least: some specs wait most of their time, for servers and browsers.
  maxWorkers: 4,
};

/** Prints a line for each suite, and leaves the counts where the test command reads them. */
export const reportTo = (name) => ({
  reporters: [
    [`${import.meta.dirname}/tools/testing/src/runner/spec-reporter.js`, { file: `dist/test-results/${name}.json` }],
  ],
});

export default {
  ...allProjects,
  ...reportTo('test-all'),
  ...specsOf(PROJECTS.map((project) => `<rootDir>/${project}`)),
};
