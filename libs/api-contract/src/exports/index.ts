export { exportActivity, type ActivityExportQuery, type ActivityLine } from './activity-export.schema.js';
