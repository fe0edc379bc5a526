import type { Migrations } from '../../database/migrate.js';
import * as indexer from './001-indexer.js';
import * as cheapChecks from './002-cheap-checks.js';
import * as counters from './003-counters.js';
import * as recurringFamily from './004-recurring-family.js';
import * as forgetReadings from './005-forget-readings.js';
import * as servedHeight from './006-served-height.js';
import * as planStreams from './007-plan-streams.js';

/** The indexer's migrations. Add new ones at the end; never change one that has been released. */
export const indexerMigrations: Migrations = {
  '001-indexer': indexer,
  '002-cheap-checks': cheapChecks,
  '003-counters': counters,
  '004-recurring-family': recurringFamily,
  '005-forget-readings': forgetReadings,
  '006-served-height': servedHeight,
  '007-plan-streams': planStreams,
};
