import type { IndexedContract } from '@weir/api-contract';
import { createIndexerDatabase, migrateIndexer } from '@weir/infra';
import { startServiceProcess } from '@weir/simulation';
import { createTestDatabase, type Preparation } from '@weir/testing/postgres';
import { type Fixture, NO_LIMITS } from './fixture.js';

export type IndexedList = 'streams' | 'payments' | 'airdrops';

/** A real indexer on the fixture's chain, in a process of its own. */
export interface IndexerBeside {
  readonly url: string;
  /** All rows of a list. */
  rows(list: IndexedList, query?: string): Promise<readonly IndexedContract[]>;
  stop(): Promise<void>;
}

const migrated: Preparation = {
  name: 'indexer',
  async prepare(url) {
    const db = createIndexerDatabase({ url, statementTimeoutMs: 0 });
    await migrateIndexer(db);
    await db.destroy();
  },
};

/** Starts an indexer with the address of the API's records. */
export const startIndexerBeside = async ({ config, devnet }: Fixture): Promise<IndexerBeside> => {
  const database = await createTestDatabase(migrated);
  const settings = {
    DATABASE_URL: database.url,
    API_DATABASE_URL: config.databaseUrl,
    BCH_NETWORK: 'devnet',
    ELECTRUM_URLS: devnet.url,
    WATCHER: 'off',
    RATE_LIMIT_MAX: '0',
    ...NO_LIMITS,
  };
  const indexer = await startServiceProcess('indexer', settings);
  return {
    url: indexer.url,
    async rows(list, query = '') {
      const response = await fetch(`${indexer.url}/indexer/${list}?limit=200&${query}`);
      const body = (await response.json()) as Readonly<Record<string, unknown>>;
      if (response.status !== 200) throw new Error(`The indexer answers ${response.status}: ${JSON.stringify(body)}`);
      return body[list] as readonly IndexedContract[];
    },
    async stop() {
      await indexer.stop();
      await database.drop();
    },
  };
};
