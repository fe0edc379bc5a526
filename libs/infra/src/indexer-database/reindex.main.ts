/** `npm run reindex`: empties the indexer's database, so that the chain is read anew. */
import { createIndexerDatabase, emptyIndex } from './open-indexer-database.js';

const run = async (): Promise<void> => {
  const url = process.env['DATABASE_URL'];
  if (url === undefined || url === '')
    throw new Error(
      "DATABASE_URL is not set: postgres://user:password@host:5432/database of the indexer's own database",
    );
  const db = createIndexerDatabase({ url, maxConnections: 1, statementTimeoutMs: 0, applicationName: 'weir-reindex' });
  try {
    await emptyIndex(db);
    console.log('The tables are empty. Running indexers read the chain again; /ready says when they are done.');
  } finally {
    await db.destroy();
  }
};

try {
  await run();
} catch (error) {
  for (let reason: unknown = error; reason instanceof Error; reason = reason.cause) console.error(reason.message);
  process.exitCode = 1;
}
