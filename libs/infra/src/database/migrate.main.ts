import { runMigrations } from './migrate.js';
/** `npm run migrate`: the API's database. */
import { migrations } from './migrations/index.js';

await runMigrations(migrations);
