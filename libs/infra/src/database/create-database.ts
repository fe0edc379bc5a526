import {
  Kysely,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import pg from 'pg';
import { statementName, traced } from '../traced.js';
import type { Tables } from './generated/tables.js';
import type { PoolMetrics, RefusedWrites } from './pool-observers.js';
import { connectPresent, createServerPool, ServerClient } from './servers/server-client.js';
import { Servers } from './servers/servers.js';
import { DatabaseUnavailableError, isReadOnly, isServerAnswer, toDatabaseError } from './sql/database-errors.js';
import { CamelCaseDialect, camelCaseRows } from './sql/names.js';
import { preparedName } from './sql/statements.js';

/** The observers of a pool's queries. */
interface PoolObservers {
  readonly refusedWrites?: RefusedWrites | undefined;
  readonly metrics?: PoolMetrics | undefined;
}

/**
 * Wraps a `pg` pool for Kysely so that failures to reach the database are DatabaseUnavailableErrors: every query of
 * every repository passes here, so none has to translate errors by itself.
 */
function guardedPool(pool: pg.Pool, servers: Servers, { refusedWrites, metrics }: PoolObservers = {}): PostgresPool {
  return {
    async connect() {
      const since = performance.now();
      try {
        return guardedClient(await connectPresent(pool, servers), servers, refusedWrites);
      } catch (error) {
        throw toDatabaseError(error);
      } finally {
        metrics?.note(performance.now() - since);
      }
    },
    end: () => pool.end(),
  };
}

const named = ({ fields, rows, ...result }: pg.QueryArrayResult<unknown[]>) => ({
  ...result,
  rows: camelCaseRows(
    fields.map(({ name }) => name),
    rows,
  ),
});

function guardedClient(
  client: pg.PoolClient,
  servers: Servers,
  refusedWrites: RefusedWrites | undefined,
): PostgresPoolClient {
  let broken = false;
  let left = false;

  async function run(statement: string, parameters: readonly unknown[]) {
    // A rollback on a lost connection would only wait for another timeout.
    if (broken) throw new DatabaseUnavailableError('The connection to the database was lost.');
    try {
      const result = await traced(
        () => ({ name: statementName(statement), kind: 'client', attributes: { 'db.system.name': 'postgresql' } }),
        () =>
          client.query<unknown[]>({
            name: preparedName(statement),
            text: statement,
            values: [...parameters],
            rowMode: 'array',
          }),
      );
      if (client instanceof ServerClient && client.isUnreplicated)
        throw new DatabaseUnavailableError('The database committed without its standbys: a failover may lose it.');
      // Several statements at once, as of a migration, have several results: nobody reads them.
      return Array.isArray(result) ? result : named(result);
    } catch (error) {
      refusedWrites?.note(error);
      const translated = toDatabaseError(error);
      broken = translated instanceof DatabaseUnavailableError && !isServerAnswer(error);
      // The server is no longer the primary: its connection is dropped once what runs on it is rolled back.
      if (isReadOnly(error)) servers.leave(client);
      left ||= broken || isReadOnly(error);
      throw translated;
    }
  }
  function query<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(statement: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof statement !== 'string') throw new TypeError('Cursors are not set up.');
    return run(statement, parameters);
  }
  // A connection that did not answer in time may answer later, to the next query on it: drop it.
  return { query, release: () => client.release(left) };
}

const { builtins } = pg.types;
const INTEGER = /^-?\d+$/;

/** Parses `numeric` without decimals as bigint; anything else (an average, NaN) stays the text that Postgres sent. */
const parseNumeric = (text: string): bigint | string => (INTEGER.test(text) ? BigInt(text) : text);

/** @throws RangeError above 2^53, rather than lose units */
const parseInt8 = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the numbers that are exact.`);
  return value;
};

/**
 * Makes column values arrive exactly: `numeric(n,0)`, which all amounts are, as bigint; `bigint` (seconds, counts, ids) as number. Only for the pool it is given to; `pg`'s process-wide parsers stay as they are.
 */
function exactNumberTypes(): pg.CustomTypesConfig {
  const overrides = new pg.TypeOverrides();
  overrides.setTypeParser(builtins.INT8, parseInt8);
  overrides.setTypeParser(builtins.NUMERIC, parseNumeric);
  return overrides;
}

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
