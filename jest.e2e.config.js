import { allProjects, reportTo } from './jest.config.js';

/**
 * The end-to-end specs of all projects: whole lives in browsers, kills, storms, failover, packages that are installed elsewhere,
 * rolling updates. `npx jest -c jest.e2e.config.js storm` runs some of them.
 */
export default {
  ...allProjects,
  ...reportTo('e2e-all'),
  testMatch: ['**/*.e2e.spec.ts'],
  // They wait even more than other specs: with four processes, two processors are idle a third of the time.
  maxWorkers: 6,
};
