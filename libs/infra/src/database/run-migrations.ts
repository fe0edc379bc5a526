import { createDatabase } from './create-database.js';
import { migrateDown, migrateToLatest, type Migrations } from './migrate.js';

async function run(provided: Migrations): Promise<void> {
  const url = process.env['DATABASE_URL'];
  if (url === undefined || url === '') {
    throw new Error('DATABASE_URL is not set. Example: DATABASE_URL=postgres://user:password@127.0.0.1:5432/weir');
  }
  const [direction = 'up'] = process.argv.slice(2);
  if (direction !== 'up' && direction !== 'down')
    throw new Error(`Unknown argument "${direction}": up (default) or down.`);

  const db = createDatabase({ url, maxConnections: 2, statementTimeoutMs: 0, applicationName: 'weir-migrate' });
  try {
    const names = direction === 'up' ? await migrateToLatest(db, provided) : await migrateDown(db, provided);
    for (const name of names) console.log(`${direction}: ${name}`);
    if (names.length === 0) console.log('Nothing to migrate.');
  } finally {
    await db.destroy();
  }
}

/**
 * A migration command: brings the database of DATABASE_URL to this version, or with `down` undoes the latest step. Ends
 * with 1 and a message when it cannot.
 */
export async function runMigrations(provided: Migrations): Promise<void> {
  try {
    await run(provided);
  } catch (error) {
    for (let reason: unknown = error; reason instanceof Error; reason = reason.cause) console.error(reason.message);
    process.exitCode = 1;
  }
}
