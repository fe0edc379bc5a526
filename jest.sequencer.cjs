const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes longest by its work, not by its size, which is what Jest goes by where it has not run before. */
const LONG = [
  /libs\/services\/test\/(watcher-scale|watcher-rollback|simulation-)/,
  /libs\/indexing\/test\/simulation-/,
  /tools\/(local|recover)\/|apps\/console\/test\//,
  /apps\/(api|indexer)\/test\/(process|faults)/,
  /apps\/(api|indexer)\/test\/.*(crowd|kill|callers|fuzz|proposals-execute)/,
  /contracts\/test\/.*(attacks|model|raid|mutation|artifacts)\.spec/,
  /libs\/covenants\/test\/plan-(limits|states|large)/,
  /libs\/infra\/.*(migrate|stream-counters|read-snapshot|hostile-servers)\.spec/,
  /apps\/api\//,
  /tools\/devnet\/|lint-fixtures/,
];

const rankOf = ({ path }) => {
  const found = LONG.findIndex((pattern) => pattern.test(path));
  return found < 0 ? LONG.length : found;
};

/** Begins with the long spec files, so that no worker is left with one of them at the end while the others have done. */
module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
};
