import { createDatabase, createIndexerDatabase, migrateIndexer, migrateToLatest } from '@weir/infra';
import { createTestDatabase, type Preparation } from '@weir/testing/postgres';
import { startStack, type LocalStack, type StackOptions } from './stack.js';

const migratedApi: Preparation = {
  name: 'api',
  async prepare(url) {
    const db = createDatabase({ url, statementTimeoutMs: 0 });
    await migrateToLatest(db);
    await db.destroy();
  },
};
const migratedIndexer: Preparation = {
  name: 'indexer',
  async prepare(url) {
    const db = createIndexerDatabase({ url, statementTimeoutMs: 0 });
    await migrateIndexer(db);
    await db.destroy();
  },
};

/** Settings by which the API gives nothing up because the machine is busy. */
const NO_LIMITS = { DATABASE_TIMEOUT: '600000', ELECTRUM_TIMEOUT: '60000', REQUEST_TIMEOUT: '600000' };

/**
 * Starts the stack on test databases rather than a Postgres of its own, which costs more than all else of it. They are dropped
 * when it stops. The API waits as long as a busy machine takes, unless settings say otherwise.
 */
export const startTestStack = async (options: Omit<StackOptions, 'databases'> = {}): Promise<LocalStack> => {
  const [api, indexer] = await Promise.all([createTestDatabase(migratedApi), createTestDatabase(migratedIndexer)]);
  const drop = () => Promise.all([api.drop(), indexer.drop()]);
  try {
    const stack = await startStack({
      ...options,
      apiSettings: { ...NO_LIMITS, ...options.apiSettings },
      databases: { api: api.url, indexer: indexer.url },
    });
    return {
      ...stack,
      async stop() {
        await stack.stop();
        await drop();
      },
    };
  } catch (error) {
    await drop();
    throw error;
  }
};
