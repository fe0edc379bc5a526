export { startPostgres, type PostgresOptions, type PostgresServer } from './start-postgres.js';
export { createTestDatabase, type TestDatabase } from './test-database.js';
