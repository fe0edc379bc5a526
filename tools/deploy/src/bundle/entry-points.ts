/** What the bundle can run, `node app/<name>.js`, and the source of each, from the repository's root. */
export const ENTRY_POINTS = {
  api: 'apps/api/src/main.ts',
  indexer: 'apps/indexer/src/main.ts',
  migrate: 'libs/infra/src/database/migrate.main.ts',
  'migrate-indexer': 'libs/infra/src/indexer-database/migrate.main.ts',
  reindex: 'libs/infra/src/indexer-database/reindex.main.ts',
  health: 'tools/deploy/src/runtime/health.main.ts',
  // Run by the API, which looks for it beside itself.
  'whitelist.worker': 'libs/merkle/src/worker/whitelist.worker.ts',
} as const;

/** The bundle's npm scripts: commands that the services' messages name are true there, too. */
export const SCRIPTS = {
  start: 'node app/api.js',
  'start:indexer': 'node app/indexer.js',
  migrate: 'node app/migrate.js',
  'migrate:indexer': 'node app/migrate-indexer.js',
  reindex: 'node app/reindex.js',
} as const;
