/** `npm run migrate`, `node app/migrate.js`: the API's database. */
import { runAsProcess } from './command.js';
import { migrateCommand } from './migrate-command.js';
import { apiDatabase } from './migrations/index.js';

await runAsProcess(migrateCommand(apiDatabase));
