export { ActivityStats } from './activity-stats.schema.js';
export { ActivityRow } from './activity.schema.js';
export { ActivityStatus, ActivityType } from './activity.schema.js';
export { listActivity, ListActivityQuery, ListActivityResponse } from './list-activity.schema.js';
