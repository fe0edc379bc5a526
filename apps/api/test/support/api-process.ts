import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { serviceFile } from '@weir/simulation';
import type { Fixture } from './fixture.js';

export type ApiChild = ChildProcessByStdio<null, Readable, Readable>;

/** All that were started, whatever became of the tests that did. */
const started = new Set<ApiChild>();

/** Runs the API as operators start it, with these settings and nothing else of the environment. */
export const spawnApi = async (environment: Readonly<Record<string, string>>): Promise<ApiChild> => {
  const child = spawn(process.execPath, [await serviceFile('api')], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
};

/** Leaves none behind, also where a test failed in the middle. */
export const killApiProcesses = (): void => {
  for (const child of started) child.kill('SIGKILL');
};

/** Settings of an API over a fixture's database and chain, on any free port. */
export const processSettings = ({ config, devnet }: Fixture): Readonly<Record<string, string>> => ({
  DATABASE_URL: config.databaseUrl,
  BCH_NETWORK: 'devnet',
  ELECTRUM_URLS: devnet.url,
  PORT: '0',
});

/** How a process ended: its code, or the signal it died of. */
export const ended = (api: ApiChild): Promise<number | string | null> =>
  new Promise((resolve) => {
    api.once('exit', (code, signal) => resolve(code ?? signal));
  });

/** Waits for the log line that names where it listens, and reads on, so that it never waits for its log to be read. */
export const listening = (api: ApiChild): Promise<string> =>
  new Promise((resolve, reject) => {
    const lines = createInterface(api.stdout);
    lines.on('line', (line) => {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (url !== undefined) resolve(url);
    });
    lines.once('close', () => reject(new Error('The process ended before it listened')));
  });

/** An API in a process of its own, which can be killed like one. */
export interface ApiProcess {
  readonly url: string;
  readonly pid: number;
  /** Ends it at once, as a crash does: nothing is finished. */
  kill(): void;
  /** Ends it gracefully. @returns its code */
  stop(): Promise<number | string | null>;
  /** How it ended, once it has. */
  readonly ended: Promise<number | string | null>;
}

/** Starts an API beside a fixture's own, over the same database and chain. */
export const startApiProcess = async (
  fixture: Fixture,
  environment: Readonly<Record<string, string>> = {},
): Promise<ApiProcess> => {
  const child = await spawnApi({ ...processSettings(fixture), WATCHER: 'off', RATE_LIMIT_MAX: '0', ...environment });
  child.stderr.resume();
  const end = ended(child);
  const url = await listening(child);
  return {
    url,
    pid: child.pid ?? 0,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      child.kill('SIGTERM');
      return end;
    },
    ended: end,
  };
};
