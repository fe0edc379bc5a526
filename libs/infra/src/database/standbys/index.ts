export { openStandbys, readServers, type OpenStandby } from './open-standbys.js';
export { createPrimaryPosition, type WalPosition } from './primary-position.js';
export { createReads, type Reads } from './reads.js';
export type { Standby } from './standby.js';
export { readStandbys, type StandbyReading } from './standby-readings.js';
