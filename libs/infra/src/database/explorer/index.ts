export { activityStatusOf, type ActivityFilter } from './activity-filter.js';
export type {
  ActivityRecord,
  AirdropActivity,
  PaymentActivity,
  StreamActivity,
  TreasuryActivity,
} from './activity-record.js';
export type { ActivityStats } from './activity-stats.js';
export { createExplorerRepository, type ExplorerRepository } from './explorer.repository.js';
export type { Activity } from './explorer-tables.js';
export type { ActivityPage, ActivityPageRequest } from './list-activity.js';
