/** `npm run migrate:indexer`: the indexer's database. */
import { runMigrations } from '../database/run-migrations.js';
import { indexerMigrations } from './migrations/index.js';

await runMigrations(indexerMigrations);
