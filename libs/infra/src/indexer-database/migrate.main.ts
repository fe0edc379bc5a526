/** `npm run migrate:indexer`, `node app/migrate-indexer.js`: the indexer's database. */
import { runAsProcess } from '../database/command.js';
import { migrateCommand } from '../database/migrate-command.js';
import { indexerDatabase } from './open-indexer-database.js';

await runAsProcess(migrateCommand(indexerDatabase));
