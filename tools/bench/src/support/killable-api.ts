import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endWithBench } from './end-with-bench.js';

const APPS = fileURLToPath(new URL('../../../../apps', import.meta.url));

const commandOf = (app: string, built: boolean): readonly string[] =>
  built
    ? [`${APPS}/${app}/dist/main.js`]
    : ['--conditions=@weir/source', '--import', 'tsx', `${APPS}/${app}/src/main.ts`];

/** An API, or the indexer, in a separate process. */
export interface KillableApi {
  readonly url: string;
  readonly pid: number;
  /** SIGKILL: nothing is finished. */
  kill(): Promise<void>;
  /** SIGTERM: it finishes what it is at. */
  stop(): Promise<void>;
}

/** Where BENCH_PROFILE names a folder, each API that is stopped leaves its processor profile there. */
const profiling = (): readonly string[] => {
  const folder = process.env['BENCH_PROFILE'];
  return folder === undefined ? [] : ['--cpu-prof', '--cpu-prof-interval=500', `--cpu-prof-dir=${folder}`];
};

/**
 * Starts the API as operators do; it ends with this process at the latest. Needs LOG_LEVEL info, since its log says where it listens.
 *
 * @param built starts what `nx build` made, as production runs it: loaded from sources, every function costs more
 * @param app `api` or `indexer`
 * @throws Error where it ends before it listens
 */
export const startKillableApi = async (
  settings: Readonly<Record<string, string>>,
  { built = false, app = 'api' } = {},
): Promise<KillableApi> => {
  const child = endWithBench(
    spawn(process.execPath, [...profiling(), ...commandOf(app, built)], {
      env: { PATH: process.env['PATH'], ...settings, LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const url = await new Promise<string>((resolve, reject) => {
    const lines = createInterface(child.stdout);
    lines.on('line', (line) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (found === undefined) return;
      resolve(found);
      // What it logs from now on is read, and looked at by nobody.
      lines.close();
      child.stdout.resume();
    });
    lines.once('close', () => reject(new Error('The API ended before it listened')));
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return { url, pid: child.pid ?? 0, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
};
