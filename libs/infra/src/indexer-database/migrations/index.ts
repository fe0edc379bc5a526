import type { Migrations } from '../../database/migrate.js';
import * as indexer from './001-indexer.js';

/** The indexer's migrations. Add new ones at the end; never change one that has been released. */
export const indexerMigrations: Migrations = {
  '001-indexer': indexer,
};
