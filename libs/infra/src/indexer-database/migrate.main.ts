/** `npm run migrate:indexer`: the indexer's database. */
import { runMigrations } from '../database/migrate.js';
import { indexerMigrations } from './open-indexer-database.js';

await runMigrations(indexerMigrations);
