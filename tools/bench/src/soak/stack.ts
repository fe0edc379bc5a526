import { sql } from 'kysely';
import { DevnetControl } from '@weir/devnet';
import { createDatabase, createIndexerDatabase, migrateIndexer, migrateToLatest, type Database } from '@weir/infra';
import { startPostgres } from '@weir/testing/postgres';
import { startChild, type Child } from './child.js';

/** The whole service in separate processes, with access for checks. */
export interface Stack {
  readonly api: Child;
  readonly indexer: Child;
  readonly devnet: Child;
  readonly control: DevnetControl;
  /** The API's database, for checks. */
  readonly database: Database;
  /** Stops everything. @returns what did not stop properly */
  stop(): Promise<string[]>;
}

const INDEXER_DATABASE = 'weir_indexer';

const migrate = async (apiUrl: string, indexerUrl: string): Promise<void> => {
  const [api, indexer] = [
    createDatabase({ url: apiUrl, statementTimeoutMs: 0 }),
    createIndexerDatabase({ url: indexerUrl, statementTimeoutMs: 0 }),
  ];
  await migrateToLatest(api);
  await sql`CREATE DATABASE ${sql.id(INDEXER_DATABASE)}`.execute(api);
  await migrateIndexer(indexer);
  await Promise.all([api.destroy(), indexer.destroy()]);
};

/** Starts Postgres, a devnet, the indexer and the API. */
export const startStack = async (): Promise<Stack> => {
  const postgres = await startPostgres();
  const indexerDatabase = new URL(postgres.url);
  indexerDatabase.pathname = `/${INDEXER_DATABASE}`;
  await migrate(postgres.url, indexerDatabase.href);
  const devnet = await startChild('devnet', 'tools/bench/src/soak/devnet.child.ts', 'ws', {});
  const shared = {
    BCH_NETWORK: 'devnet',
    ELECTRUM_URLS: devnet.url,
    PORT: '0',
    LOG_LEVEL: 'info',
    RATE_LIMIT_MAX: '1000000',
    REQUEST_TIMEOUT: '20000',
  };
  const indexer = await startChild('indexer', 'apps/indexer/src/main.ts', 'http', {
    ...shared,
    DATABASE_URL: indexerDatabase.href,
    API_DATABASE_URL: postgres.url,
  });
  const api = await startChild('api', 'apps/api/src/main.ts', 'http', {
    ...shared,
    DATABASE_URL: postgres.url,
    INDEXER_URL: indexer.url,
    RATE_LIMIT_STORE: 'postgres',
  });
  const control = await DevnetControl.connect(devnet.url);
  const database = createDatabase({
    url: postgres.url,
    applicationName: 'soak',
    maxConnections: 2,
    statementTimeoutMs: 60_000,
  });
  return {
    ...{ api, indexer, devnet, control, database },
    async stop() {
      const endings: string[] = [];
      for (const child of [api, indexer]) {
        const ending = await child.end('SIGTERM');
        if (ending !== '0') endings.push(`${child.name} ended with ${ending}`);
      }
      await control.close();
      await devnet.end('SIGTERM');
      await database.destroy();
      await postgres.stop();
      return endings;
    },
  };
};
