import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createServer, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Cluster, SUPERUSER } from './cluster.js';

const START_TIMEOUT_MS = 30_000;
const POLL_MS = 25;
/**
 * `fast` ends sessions and writes a checkpoint; `immediate` quits as in a crash and recovers on the next start; `kill`
 * is SIGKILL.
 */
const STOP_SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const;

type StopMode = keyof typeof STOP_SIGNALS;

interface ServerProcess {
  readonly pid: number;
  /** Resolves when the process is gone. A second call waits for the same end. */
  stop(mode: StopMode): Promise<void>;
}

/**
 * Starts the server and waits until it takes connections.
 * @param settings server settings, `name=value`
 * @param onSpawn called with the process id at once, before the server is ready
 * @throws Error with the end of the server's log when it does not come up
 */
async function startServer(
  cluster: Cluster,
  url: string,
  settings: readonly string[],
  onSpawn: (pid: number) => void,
): Promise<ServerProcess> {
  const log = await open(cluster.logFile, 'a', 0o600);
  const child = spawn(
    cluster.binaries.postgres,
    ['-D', cluster.data, ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...cluster.account,
      cwd: cluster.root,
      env: { ...process.env, LC_ALL: 'C' },
      // Its own process group: a terminal's Ctrl-C must not take the database away before its users have finished.
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  );
  const exited = once(child, 'exit').then(() => undefined);
  await Promise.race([once(child, 'spawn'), exited]);
  await log.close();
  if (child.pid === undefined) throw new Error('Postgres could not be spawned.');
  onSpawn(child.pid);
  await untilReady(child, url, cluster.logFile);
  child.unref();
  return {
    pid: child.pid,
    async stop(mode) {
      // Waiting must keep the event loop alive, running must not.
      child.ref();
      const others = mode === 'kill' ? await childrenOf(child.pid) : [];
      child.kill(STOP_SIGNALS[mode]);
      for (const pid of others) killIfThere(pid);
      await exited;
    },
  };
}

/**
 * Returns the server's child processes where the system lists them: as in a power cut, none of them finishes its work.
 */
async function childrenOf(pid: number | undefined): Promise<readonly number[]> {
  const listed = await readFile(`/proc/${pid ?? 0}/task/${pid ?? 0}/children`, 'utf8').catch(() => '');
  return listed.split(' ').filter(Boolean).map(Number);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}

async function untilReady(child: ChildProcess, url: string, logFile: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await accepts(url))) {
    const over = child.exitCode !== null || child.signalCode !== null;
    if (over || Date.now() > deadline) {
      child.kill('SIGQUIT');
      const tail = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-10).join('\n');
      throw new Error(`Postgres did not start:\n${tail}`);
    }
    await sleep(POLL_MS);
  }
}

async function accepts(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

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
