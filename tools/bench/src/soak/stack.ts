import { sql } from 'kysely';
import { DevnetControl } from '@weir/devnet';
import { createDatabase, createIndexerDatabase, migrateIndexer, type Database } from '@weir/infra';
import type { ChildProgram } from '../harness/child-program.js';
import { startService } from '../harness/service.js';

export interface Child extends ChildProgram {
  readonly name: 'api' | 'indexer';
  /** Error lines of its log. */
  readonly errors: readonly string[];
}

/** The whole service, API and indexer in separate processes, with access for checks. */
export interface Stack {
  readonly api: Child;
  readonly indexer: Child;
  readonly control: DevnetControl;
  /** The API's database, for checks. */
  readonly database: Database;
  /** Stops everything. @returns what did not stop properly */
  stop(): Promise<string[]>;
}

const ERROR_LEVEL = /"level":(50|60)/;
/** Most error lines kept. */
const KEPT = 200;
const INDEXER_DATABASE = 'weir_indexer';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Starts Postgres, a devnet, the indexer and the API. */
export const startStack = async (): Promise<Stack> => {
  const service = await startService();
  const indexerDatabase = new URL(service.postgres.url);
  indexerDatabase.pathname = `/${INDEXER_DATABASE}`;
  await sql`CREATE DATABASE ${sql.id(INDEXER_DATABASE)}`.execute(service.db);
  const index = createIndexerDatabase({ url: indexerDatabase.href, statementTimeoutMs: 0 });
  await migrateIndexer(index);
  await index.destroy();
  const start = async (app: Child['name'], settings: Readonly<Record<string, string>>): Promise<Child> => {
    const errors: string[] = [];
    const onLine = (line: string): void => {
      if (ERROR_LEVEL.test(line) && errors.length < KEPT) errors.push(line);
    };
    const own = { RATE_LIMIT_MAX: '1000000', REQUEST_TIMEOUT: '20000', WATCHER: 'protect', ...settings };
    return { name: app, errors, ...(await service.start(own, { app, onLine })) };
  };
  const indexer = await start('indexer', {
    DATABASE_URL: indexerDatabase.href,
    API_DATABASE_URL: service.postgres.url,
  });
  const api = await start('api', {
    INDEXER_URL: indexer.url,
    RATE_LIMIT_STORE: 'postgres',
    WEBHOOKS: 'on',
    TOKENS: 'on',
  });
  const control = await DevnetControl.connect(service.electrumUrl);
  const database = createDatabase({
    url: service.postgres.url,
    applicationName: 'soak',
    maxConnections: 2,
    statementTimeoutMs: 60_000,
  });
  return {
    api,
    indexer,
    control,
    database,
    async stop() {
      const endings: string[] = [];
      for (const child of [api, indexer]) {
        const ending = await child.end('SIGTERM');
        if (ending !== '0') endings.push(`${child.name} ended with ${ending}`);
      }
      await control.close();
      await database.destroy();
      await service.stop();
      return endings;
    },
  };
};
