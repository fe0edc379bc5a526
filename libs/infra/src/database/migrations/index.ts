import type { Migration } from 'kysely';
import * as baseline from './001-baseline.js';

/**
 * All migrations by name, in the order of their names. Named here rather than found on disk, so that they are
 * there in every build. Add new ones at the end; never change one that has been released.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-baseline': baseline,
};
