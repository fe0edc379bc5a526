import { statSync } from 'node:fs';

/** Suites of an instant, which run before all others: the first result shows at once that the command works. */
const FIRST = ['libs/kinds/src/terms', 'tools/testing/src/eventually'];

/**
 * The suites that take longest, longest first. All others follow, the largest file first. A suite of a minute that starts last would
 * keep three of four workers idle for that minute; an entry that is out of date costs no more than that.
 */
const LONGEST = [
  'apps/console/test/pages.e2e',
  'tools/repository/src/scripts/nightly.e2e',
  'tools/repository/src/scripts/measurements.e2e',
  'apps/console/test/products.e2e',
  'apps/console/test/answers.e2e',
  'apps/console/test/treasury.e2e',
  'apps/console/test/wallets.e2e',
  'tools/repository/src/scripts/tools.e2e',
  'apps/console/test/people.e2e',
  'apps/console/test/firefox.e2e',
  'apps/console/test/console.e2e',
  'apps/api/test/doctor/doctor.e2e',
  'tools/testing/src/command/killed.e2e',
  'tools/local/test/local.e2e',
  'contracts/test/calendar/rules.e2e',
  'apps/api/test/locks/life.e2e',
  'tools/deploy/test/bundle.e2e',
  'apps/console/test/trust.e2e',
  'apps/console/test/moves.e2e',
  'tools/local/test/client/pack.e2e',
  'apps/indexer/test/faults.e2e',
  'tools/local/test/weir.e2e',
  'apps/api/test/faults/postgres.e2e',
  'apps/console/test/currency.e2e',
  'contracts/test/currency/rules.e2e',
  'apps/console/test/surroundings.e2e',
  'tools/testing/src/command/command.e2e',
  'apps/api/test/events/kills.e2e',
  'apps/api/test/updates/rolling-update.e2e',
  'apps/api/test/tokens/hostile-registries.e2e',
  'apps/console/test/new-addresses.e2e',
  'apps/api/test/exports/activity.e2e',
  'apps/console/test/lives',
  'apps/api/test/mail/mail',
  'libs/indexing/test/paths',
  'apps/api/test/vaults/proposals-execute',
  'apps/api/test/auth/callers',
  'apps/api/test/contract/refusals',
  'tools/proofs/test/agree',
  'contracts/test/airdrop/attacks',
  'apps/api/test/webhooks/webhooks',
  'apps/api/test/stories/paths',
  'apps/api/test/recorded/platform',
  'libs/services/test/simulation-1',
  'libs/indexing/test/simulation-1',
];

const ORDER = [...FIRST, ...LONGEST];

const rankOf = (path) => {
  const rank = ORDER.findIndex((name) => path.endsWith(`/${name}.spec.ts`));
  return rank < 0 ? ORDER.length : rank;
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
