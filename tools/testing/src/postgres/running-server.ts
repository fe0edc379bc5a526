import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Cluster, SUPERUSER } from './cluster.js';
import { startServer, type StopMode } from './server-process.js';

/** The owner's handle of the process which stops the server when the owner is gone. */
interface Watchdog {
  /** Names the server to stop; undefined when there is none at the moment. */
  watch(serverPid: number | undefined): void;
  /** Ends the watchdog: it stops the server if one is left, and removes the directory it was given. */
  release(): Promise<void>;
}

/**
 * Starts the watchdog. It does not keep the owner's event loop alive.
 * @param removeDirectory removed when the owner releases the watchdog or dies
 */
function spawnWatchdog(removeDirectory: string | undefined): Watchdog {
  const script = fileURLToPath(new URL('./watchdog.js', import.meta.url));
  const child = spawn(process.execPath, [script, removeDirectory ?? ''], {
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    // A loader or inspector of the owner must not run in this script.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const ended = once(child, 'exit');
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return {
    watch(serverPid) {
      child.stdin.write(`${serverPid ?? 0}\n`);
    },
    async release() {
      child.ref();
      child.stdin.end();
      await ended;
    },
  };
}

/** Returns a TCP port of the loopback interface that is free at this moment. */
async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The probe has no port.');
  return address.port;
}

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
