import { statSync } from 'node:fs';

/**
 * The suites that take longest, longest first. All others follow, the largest file first. A suite of a minute that starts last would
 * keep three of four workers idle for that minute; an entry that is out of date costs no more than that.
 */
const LONGEST = [
  'apps/console/test/pages.e2e',
  'apps/console/test/products.e2e',
  'tools/repository/src/scripts/measurements.e2e',
  'tools/repository/src/scripts/nightly.e2e',
  'tools/repository/src/scripts/tools.e2e',
  'apps/console/test/treasury.e2e',
  'tools/local/test/local.e2e',
  'tools/local/test/client/pack.e2e',
  'apps/console/test/console.e2e',
  'apps/console/test/wallets.e2e',
  'tools/testing/src/command/killed.e2e',
  'tools/local/test/weir.e2e',
  'apps/api/test/updates/rolling-update.e2e',
  'apps/api/test/airdrops/crowd.e2e',
  'apps/api/test/locks/life.e2e',
  'apps/api/test/doctor/doctor.e2e',
  'apps/api/test/exports/activity.e2e',
  'tools/local/test/client/paid-twice.e2e',
  'apps/api/test/tokens/hostile-registries.e2e',
  'libs/services/test/plan-grants.e2e',
  'apps/console/test/surroundings.e2e',
  'apps/console/test/lives',
  'libs/services/test/simulation-1',
  'libs/indexing/test/simulation-1',
  'apps/api/test/mail/mail',
  'apps/api/test/auth/callers',
  'apps/api/test/contract/refusals',
  'apps/api/test/vaults/proposals-execute',
  'tools/openapi/test/committed-documents',
];

const rankOf = (path) => {
  const rank = LONGEST.findIndex((name) => path.endsWith(`/${name}.spec.ts`));
  return rank < 0 ? LONGEST.length : rank;
};

/** Jest's sequencer of the two test commands. */
export default class LongestFirst {
  sort(tests) {
    const known = tests.map((test) => ({ test, rank: rankOf(test.path), size: statSync(test.path).size }));
    return known.sort((a, b) => a.rank - b.rank || b.size - a.size).map(({ test }) => test);
  }

  allFailedTests(tests) {
    return tests;
  }

  shard(tests) {
    return tests;
  }

  cacheResults() {
    // The order is the same on every machine.
  }
}
