import { SUPERUSER, type Cluster } from './cluster.js';
import { freePort } from './free-port.js';
import { startServer, type StopMode } from './server-process.js';
import { spawnWatchdog } from './spawn-watchdog.js';

/** A running embedded Postgres server. */
export interface PostgresServer {
  /** Connection string of the superuser for the database `postgres`. */
  readonly url: string;
  /** Ends sessions, stops the server and deletes its data unless persistent. May be called twice. */
  stop(): Promise<void>;
  /** Stops the server immediately, as in a crash, and leaves it down; committed data survives. */
  crash(): Promise<void>;
  /** Kills it with all its processes (SIGKILL) and leaves it down. */
  kill(): Promise<void>;
  /** Starts it again on the same port with the same data; a running server is crashed first. */
  restart(): Promise<void>;
}

export interface RunOptions {
  /** TCP port on 127.0.0.1; a free one by default. */
  readonly port?: number | undefined;
  /** Keep the data after `stop`. */
  readonly persistent: boolean;
  /** Settings of the server beside the common ones, `name=value`. */
  readonly settings: readonly string[];
}

const COMMON_SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'timezone=UTC',
  'max_connections=200',
];

/** Settings of a server whose data is temporary. */
export const THROWAWAY_SETTINGS = ['fsync=off', 'full_page_writes=off', 'shared_buffers=64MB'];

/**
 * Runs a server on a cluster. It never outlives this process, and does not keep it alive.
 *
 * @throws Error with the server's own message when it cannot start
 */
export async function runServer(cluster: Cluster, options: RunOptions): Promise<PostgresServer> {
  const watchdog = spawnWatchdog(options.persistent ? undefined : cluster.root);
  const port = options.port ?? (await freePort());
  const url = `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/postgres`;
  const settings = [...COMMON_SETTINGS, `port=${port}`, ...options.settings];

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
    kill: () => end('kill'),
    async restart() {
      await end('immediate');
      running = await start();
    },
  };
}
