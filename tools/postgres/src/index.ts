export { startPostgres, type PostgresOptions, type PostgresServer } from './start-postgres.js';
export { hasCode } from './errno.js';
export { endSessions } from './end-sessions.js';
export { startFreezingProxy, type FreezingProxy } from './freezing-proxy.js';
export { openSession, type Session } from './session.js';
export { mountSmallDisk, type SmallDisk } from './small-disk.js';
export { createTestDatabase, type Preparation, type TestDatabase } from './test-database.js';
