/** `npm run migrate`: the API's database. */
import { migrations } from './migrations/index.js';
import { runMigrations } from './run-migrations.js';

await runMigrations(migrations);
