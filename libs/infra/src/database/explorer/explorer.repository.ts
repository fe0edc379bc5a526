import type { Database } from '../create-database.js';
import type { ListChanges } from '../list-changes/list-changes.js';
import type { ActivityFilter } from './activity-filter.js';
import { activityStats, type ActivityStats } from './activity-stats.js';
import { keptStats } from './kept-stats.js';
import { listActivity, type ActivityPage, type ActivityPageRequest } from './list-activity.js';

/** All products as one list, read only. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export interface ExplorerRepository {
  /** @throws InvalidCursorError */
  list(request: ActivityPageRequest): Promise<ActivityPage>;
  stats(filter: ActivityFilter): Promise<ActivityStats>;
}

/**
 * Builds the explorer over `db`.
 *
 * @param changes of the same server: with them figures are kept until something changes them
 */
export const createExplorerRepository = (db: Database, changes?: Pick<ListChanges, 'nameOf'>): ExplorerRepository => {
  const stats = (filter: ActivityFilter) => activityStats(db, filter);
  return {
    list: (request) => listActivity(db, request),
    stats: changes === undefined ? stats : keptStats(stats, changes),
  };
};
