import type { Migrations } from '../../database/migrate.js';
import * as baseline from './001-baseline.js';

/** The indexer's migrations. Add new ones at the end; never change one that has been released. */
export const indexerMigrations: Migrations = {
  '001-baseline': baseline,
};
