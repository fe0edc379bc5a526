import { fromSources, startChildProgram } from './child-process.js';

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
 * Starts the API as operators do; it ends with this process at the latest. Logs at `info`, since its log says where it
 * listens.
 *
 * @param built starts what `nx build` made, as production runs it: loaded from sources, every function costs more
 * @param app `api` or `indexer`
 * @throws Error where it ends before it listens
 */
export const startKillableApi = async (
  settings: Readonly<Record<string, string>>,
  { built = false, app = 'api' } = {},
): Promise<KillableApi> => {
  const command = built ? [`apps/${app}/dist/main.js`] : fromSources(`apps/${app}/src/main.ts`);
  const child = await startChildProgram([...profiling(), ...command], { ...settings, LOG_LEVEL: 'info' });
  return {
    url: child.url,
    pid: child.pid,
    async kill() {
      await child.end('SIGKILL');
    },
    async stop() {
      await child.end('SIGTERM');
    },
  };
};
