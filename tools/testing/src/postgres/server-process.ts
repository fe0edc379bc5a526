import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from './cluster.js';

const START_TIMEOUT_MS = 30_000;
const POLL_MS = 25;
/**
 * `fast` ends sessions and writes a checkpoint; `immediate` quits as in a crash and recovers on the next start; `kill`
 * is SIGKILL.
 */
const STOP_SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const;

export type StopMode = keyof typeof STOP_SIGNALS;

export interface ServerProcess {
  readonly pid: number;
  /** Resolves when the process is gone. A second call waits for the same end. */
  stop(mode: StopMode): Promise<void>;
}

/**
 * Starts the server and waits until it takes connections.
 * @param settings server settings, `name=value`
 * @param onSpawn told the process id at once, before the server is ready
 * @throws Error with the end of the server's log when it does not come up
 */
export async function startServer(
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
