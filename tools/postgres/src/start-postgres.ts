import { openCluster, SUPERUSER } from './cluster.js';
import { freePort } from './free-port.js';
import { startServer, type StopMode } from './server-process.js';
import { spawnWatchdog } from './spawn-watchdog.js';

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
}

/** A Postgres server of our own. */
export interface PostgresServer {
  /** Connection string of the superuser for the database `postgres`. */
  readonly url: string;
  /** Ends sessions, stops the server and removes its data unless persistent. May be called twice. */
  stop(): Promise<void>;
  /** Kills the server as a power cut would, and leaves it down; committed data survives. */
  crash(): Promise<void>;
  /** Starts it again on the same port with the same data; when it is running it crashes first. */
  restart(): Promise<void>;
}

const COMMON_SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'timezone=UTC',
  'max_connections=200',
];
const THROWAWAY_SETTINGS = ['fsync=off', 'full_page_writes=off', 'shared_buffers=64MB'];

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
  const watchdog = spawnWatchdog(persistent ? undefined : cluster.root);
  const port = options.port ?? (await freePort());
  const url = `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/postgres`;
  const settings = [...COMMON_SETTINGS, `port=${port}`, ...(persistent ? [] : THROWAWAY_SETTINGS)];

  const start = () => startServer(cluster, url, settings, (pid) => watchdog.watch(pid));
  const first = await start().catch(async (error: unknown) => {
    await watchdog.release();
    throw error;
  });
  let running: typeof first | undefined = first;
  const end = async (mode: StopMode) => {
    await running?.stop(mode);
    running = undefined;
    watchdog.watch(undefined);
  };

  let stopping: Promise<void> | undefined;
  return {
    url,
    stop: () => (stopping ??= end('fast').then(() => watchdog.release())),
    crash: () => end('immediate'),
    async restart() {
      await end('immediate');
      running = await start();
    },
  };
}
