import { Kysely } from 'kysely';
import { CamelCaseDialect } from './camel-case.js';
import { DatabaseUnavailableError } from './database-errors.js';
import { guardedPool } from './guarded-pool.js';
import type { PoolMetrics } from './pool-metrics.js';
import type { RefusedWrites } from './refused-writes.js';
import { createServerPool } from './servers/server-pool.js';
import { Servers } from './servers/servers.js';
import type { Tables } from './tables.js';
import { exactNumberTypes } from './value-parsers.js';

/** The typed database of the API. Hand it to repositories; call `destroy()` when the process stops. */
export type Database = Kysely<Tables>;

/** How a database is opened. */
export interface DatabaseOptions {
  /** `postgres://` connection string, which may name several servers: see `parseServerList`. */
  readonly url: string;
  /** Most connections kept, default 10. */
  readonly maxConnections?: number | undefined;
  /** Longest wait for a connection, milliseconds, default 60,000. */
  readonly connectionTimeoutMs?: number | undefined;
  /** Longest run of one statement, milliseconds, default 60,000; 0 for no bound (migrations). */
  readonly statementTimeoutMs?: number | undefined;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string | undefined;
  /** Remembers where the database reads but refuses writes. */
  readonly refusedWrites?: RefusedWrites | undefined;
  /** Collects how busy the connections are. */
  readonly poolMetrics?: PoolMetrics | undefined;
  /** Called about idle connections that were lost, for the log. The pool replaces them by itself. */
  readonly onConnectionLost?: ((error: Error) => void) | undefined;
}

const IDLE_IN_TRANSACTION_MS = 60_000;

/**
 * Opens the database lazily: nothing is connected before the first query.
 *
 * Every query throws DatabaseUnavailableError when the database cannot be reached or does not answer in time.
 */
export function createDatabase<Schema = Tables>(options: DatabaseOptions): Kysely<Schema> {
  const statementTimeout = options.statementTimeoutMs ?? 60_000;
  const servers = new Servers(options.url);
  const pool = createServerPool(servers, {
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 60_000,
    statement_timeout: statementTimeout,
    // A server that is cut off cannot apply its own timeout: wait a little longer, then give up here.
    query_timeout: statementTimeout === 0 ? undefined : statementTimeout + 2_000,
    // A stuck caller must not hold row locks for ever.
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    application_name: options.applicationName ?? 'weir',
    types: exactNumberTypes(),
  });
  options.poolMetrics?.attach(pool);
  pool.on('error', ({ message }) => {
    // The driver's error carries its client with all settings, which must not reach a log.
    if (!pool.ending)
      options.onConnectionLost?.(new DatabaseUnavailableError(`A database connection was lost: ${message}`));
  });
  // A client in use is not watched by the pool: without a listener its loss would end the process.
  // Its query rejects all the same.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Schema>({
    dialect: new CamelCaseDialect({
      pool: guardedPool(pool, servers, { refusedWrites: options.refusedWrites, metrics: options.poolMetrics }),
    }),
  });
}
