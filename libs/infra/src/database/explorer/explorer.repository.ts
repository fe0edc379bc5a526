import type { Database } from '../create-database.js';
import type { ActivityFilter } from './activity-filter.js';
import { activityStats, type ActivityStats } from './activity-stats.js';
import { listActivity, type ActivityPage, type ActivityPageRequest } from './list-activity.js';

/** All products as one list, read only. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export interface ExplorerRepository {
  /** @throws InvalidCursorError */
  list(request: ActivityPageRequest): Promise<ActivityPage>;
  stats(filter: ActivityFilter): Promise<ActivityStats>;
}

/** The explorer over `db`. Holds no state of its own. */
export const createExplorerRepository = (db: Database): ExplorerRepository => ({
  list: (request) => listActivity(db, request),
  stats: (filter) => activityStats(db, filter),
});
