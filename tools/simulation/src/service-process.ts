import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Interval of the check whether another process has finished, milliseconds. */
const LOOK_MS = 100;

/** What is written on success. A file is created before it is written: an empty one says nothing yet. */
const MADE = 'made';

/** Returns the folder of a test run, which Jest makes and removes: see jest.preset.js. */
const runFolder = (): string => {
  const folder = process.env['WEIR_TEST_FOLDER'];
  if (folder === undefined) throw new Error('WEIR_TEST_FOLDER is not set: this runs within a test run alone');
  return folder;
};

/** Claims the work for this process. @returns whether nobody had claimed it */
const take = (lock: string): Promise<boolean> =>
  writeFile(lock, String(process.pid), { flag: 'wx' }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    },
  );

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Waits for the result. @returns `MADE`, or the error */
const outcome = async (file: string, lock: string): Promise<string> => {
  for (;;) {
    const maker = Number(await readFile(lock, 'utf8'));
    const isLastLook = maker > 0 && !isRunning(maker);
    const found = await readFile(file, 'utf8').catch(() => '');
    if (found !== '') return found;
    if (isLastLook) return `process ${maker}, which was making it, has ended`;
    await sleep(LOOK_MS);
  }
};

/**
 * Creates something expensive once for all processes of a test run: the first that asks creates it, the others wait.
 *
 * @param name name of its folder
 * @returns the folder
 * @throws Error where it could not be created, in every process that asked
 */
const onceForRun = async (name: string, make: (folder: string) => Promise<unknown>): Promise<string> => {
  const target = join(runFolder(), name);
  const [result, lock] = [`${target}.result`, `${target}.lock`];
  if (await take(lock))
    await make(target).then(
      () => writeFile(result, MADE),
      (error: unknown) => writeFile(result, error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
  const found = await outcome(result, lock);
  if (found !== MADE) throw new Error(`${name} could not be made: ${found}`);
  return target;
};

const run = promisify(execFile);
const BUNDLE = fileURLToPath(new URL('../../deploy/src/bundle/bundle.main.ts', import.meta.url));

/**
 * Returns the file that starts a service from the production bundle of the current sources: what operators run, and a
 * fifth of the work of a start from the sources.
 */
const serviceFile = async (service: 'api' | 'indexer'): Promise<string> => {
  const folder = await onceForRun('bundle', (target) =>
    run(process.execPath, ['--conditions=@weir/source', '--import', 'tsx', BUNDLE, target]),
  );
  return join(folder, 'app', `${service}.js`);
};

/** A service in a separate process, which may not listen yet. */
export type ServiceChild = ChildProcessByStdio<null, Readable, Readable>;

/** How a process ended: its exit code, or the signal it died of. */
export type Ending = number | NodeJS.Signals | null;

/** A service in a separate process that listens. */
export interface ServiceProcess {
  /** URL where it listens. */
  readonly url: string;
  readonly pid: number;
  /** Ends it at once, as a crash does: nothing is finished. */
  kill(): Promise<Ending>;
  /** Ends it gracefully. */
  stop(): Promise<Ending>;
  /** Resolves once it has ended. */
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
