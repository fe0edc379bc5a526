/** The entry points of the bundle, run as `node app/<name>.js`, and their sources relative to the repository's root. */
export const ENTRY_POINTS = {
  api: 'apps/api/src/main.ts',
  indexer: 'apps/indexer/src/main.ts',
  migrate: 'libs/infra/src/database/migrate.main.ts',
  'migrate-indexer': 'libs/infra/src/indexer-database/migrate.main.ts',
  reindex: 'libs/infra/src/indexer-database/reindex.main.ts',
  health: 'tools/deploy/src/runtime/health.main.ts',
  // Loaded by the API from its own folder.
  'whitelist.worker': 'libs/merkle/src/worker/whitelist.worker.ts',
} as const;

/** npm scripts of the bundle, so that commands named in the services' messages work there as well. */
export const SCRIPTS = {
  start: 'node app/api.js',
  'start:indexer': 'node app/indexer.js',
  migrate: 'node app/migrate.js',
  'migrate:indexer': 'node app/migrate-indexer.js',
  reindex: 'node app/reindex.js',
} as const;
