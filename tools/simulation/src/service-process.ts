import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BUNDLE = fileURLToPath(new URL('../../deploy/src/bundle/bundle.main.ts', import.meta.url));

/**
 * Returns the folder of the production bundle of the current sources, which all processes of a test run share: a process that finds
 * none makes one, and the first that is done gives it to all.
 */
const bundleOfRun = async (): Promise<string> => {
  // Jest makes and removes it: see jest.preset.js.
  const folder = process.env['WEIR_TEST_FOLDER'];
  if (folder === undefined) throw new Error('WEIR_TEST_FOLDER is not set: this runs within a test run alone');
  const [shared, own] = [join(folder, 'bundle'), join(folder, `bundle-${process.pid}`)];
  if (existsSync(shared)) return shared;
  await run(process.execPath, ['--conditions=@weir/source', '--import', 'tsx', BUNDLE, own]);
  await rename(own, shared).catch((error: unknown) => {
    // Another process was faster.
    if (!existsSync(shared)) throw error;
  });
  return shared;
};

let bundle: Promise<string> | undefined;

/**
 * Returns the file that starts a service from the production bundle: what operators run, and a fifth of the work of a start from the
 * sources.
 */
const serviceFile = async (service: 'api' | 'indexer'): Promise<string> =>
  join(await (bundle ??= bundleOfRun()), 'app', `${service}.js`);

/** A service in a separate process, which may not listen yet. */
export type ServiceChild = ChildProcessByStdio<null, Readable, Readable>;

/** How a process ended: its exit code, or the signal it died of. */
export type Ending = number | NodeJS.Signals | null;

/** A service in a separate process that listens. */
export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** Ends it at once, as a crash does: nothing is finished. */
  kill(): Promise<Ending>;
  stop(): Promise<Ending>;
  readonly ended: Promise<Ending>;
}

const running = new Set<ServiceChild>();

/** Kills every service that this process started and that still runs, so that a failed test leaves none behind. */
export const killServices = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

/** Runs a service, built from the current sources, with these settings and nothing else of the environment. */
export const spawnService = async (
  service: 'api' | 'indexer',
  environment: NodeJS.ProcessEnv,
): Promise<ServiceChild> => {
  const child = spawn(process.execPath, [await serviceFile(service)], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
};

/** Waits until a process has ended; to be called before it can have. */
export const endOf = (child: ServiceChild): Promise<Ending> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });

/**
 * Waits for the log line that names where a service listens. Goes on reading the log, so that the service never waits
 * for a reader.
 *
 * @throws Error with its log when it ends before it listens
 */
export const listeningUrl = (child: ServiceChild): Promise<string> =>
  new Promise((resolve, reject) => {
    const printed: string[] = [];
    const lines = createInterface(child.stdout);
    const find = (line: string): void => {
      printed.push(line);
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (url === undefined) return;
      lines.off('line', find).resume();
      resolve(url);
    };
    lines.on('line', find);
    lines.once('close', () => reject(new Error(`The service ended before it listened:\n${printed.join('\n')}`)));
  });

/**
 * Starts a service on a free port of 127.0.0.1 and waits until it listens.
 *
 * @param environment its settings; LOG_LEVEL has to be `info`, the default, since its log says where it listens
 * @throws Error with its log when it ends before it listens
 */
export const startServiceProcess = async (
  service: 'api' | 'indexer',
  environment: NodeJS.ProcessEnv,
): Promise<ServiceProcess> => {
  const child = await spawnService(service, { ...environment, PORT: '0' });
  child.stderr.pipe(process.stderr, { end: false });
  const ended = endOf(child);
  const end = (signal: NodeJS.Signals): Promise<Ending> => {
    child.kill(signal);
    return ended;
  };
  return {
    url: await listeningUrl(child),
    pid: child.pid ?? 0,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    ended,
  };
};
