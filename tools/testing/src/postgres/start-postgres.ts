import { openCluster } from './cluster.js';
import { runServer, THROWAWAY_SETTINGS, type PostgresServer } from './running-server.js';

export interface PostgresOptions {
  /**
   * Where the data lives; a temporary directory by default. Created when missing. For root, a directory that the
   * server's unprivileged account cannot reach is replaced by one of its own below /var/lib/weir.
   */
  readonly dataDirectory?: string | undefined;
  /** Throw away what the directory holds first; default false. */
  readonly fresh?: boolean | undefined;
  /** TCP port on 127.0.0.1; a free one by default. */
  readonly port?: number | undefined;
  /**
   * Keep the data after `stop` and write it safely. By default true when a directory is given.
   * Otherwise the data is removed in the end and written without fsync.
   */
  readonly persistent?: boolean | undefined;
  /** Settings of the server, `name=value`. */
  readonly settings?: readonly string[] | undefined;
}

/**
 * Starts an embedded Postgres on the loopback interface, as root too.
 *
 * It never outlives this process: a watchdog stops it when this process exits or is killed.
 * It does not keep this process alive either.
 *
 * @throws Error with the server's own message when it cannot start (port or data directory in use, ...)
 * @example
 * const postgres = await startPostgres();
 * const pool = new pg.Pool({ connectionString: postgres.url });
 * await pool.end();
 * await postgres.stop();
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const persistent = options.persistent ?? options.dataDirectory !== undefined;
  const cluster = await openCluster(options.dataDirectory, options.fresh);
  return runServer(cluster, {
    port: options.port,
    persistent,
    settings: [...(persistent ? [] : THROWAWAY_SETTINGS), ...(options.settings ?? [])],
  });
}
