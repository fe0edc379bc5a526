import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { statementName } from '../tracing/statement-name.js';
import { traced } from '../tracing/traced.js';
import { camelCaseRows } from './camel-case.js';
import { isReadOnly, isServerAnswer, toDatabaseError } from './classify-error.js';
import { DatabaseUnavailableError } from './database-errors.js';
import type { PoolMetrics } from './pool-metrics.js';
import { preparedName } from './prepared.js';
import type { RefusedWrites } from './refused-writes.js';
import { ServerClient } from './servers/server-client.js';
import { connectPresent } from './servers/server-pool.js';
import type { Servers } from './servers/servers.js';

/** The observers of a pool's queries. */
interface Told {
  readonly refusedWrites?: RefusedWrites | undefined;
  readonly metrics?: PoolMetrics | undefined;
}

/**
 * Wraps a `pg` pool for Kysely so that failures to reach the database are DatabaseUnavailableErrors: every query of
 * every repository passes here, so none has to translate errors by itself.
 */
export function guardedPool(pool: pg.Pool, servers: Servers, { refusedWrites, metrics }: Told = {}): PostgresPool {
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
