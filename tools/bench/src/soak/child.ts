import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process of the stack. */
export interface Child {
  readonly name: string;
  readonly pid: number;
  /** URL it listens on, from its output. */
  readonly url: string;
  /** Error lines of its log. */
  readonly errors: readonly string[];
  /** Exit code or signal; undefined while it runs. */
  ending(): string | undefined;
  /** Stops it and waits. @returns its exit code, or the signal it died of */
  stop(): Promise<string>;
}

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const ERROR_LEVEL = /"level":(50|60)/;
/** Most error lines kept. */
const KEPT = 200;
const START_MS = 60_000;

const running = new Set<ChildProcess>();
// Child processes end with this one, however it ends.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/**
 * Starts a program of this repository from its sources and waits until it prints where it listens. @param main path
 * relative to the root @param scheme scheme of its URL
 */
export const startChild = async (
  name: string,
  main: string,
  scheme: 'http' | 'ws',
  environment: Readonly<Record<string, string>>,
): Promise<Child> => {
  const child = spawn(process.execPath, ['--conditions=@weir/source', '--import', 'tsx', main], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const listens = new RegExp(`${scheme}://127\\.0\\.0\\.1:\\d+`);
  running.add(child);
  child.once('exit', () => running.delete(child));
  const state: { ending?: string } = {};
  const errors: string[] = [];
  const ended = once(child, 'exit').then(([code, signal]: unknown[]) => (state.ending = String(code ?? signal)));
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${name} does not start`)), START_MS);
    void ended.then((how) => reject(new Error(`${name} ended with ${how} before it listened`)));
    createInterface(child.stdout).on('line', (line) => {
      if (ERROR_LEVEL.test(line) && errors.length < KEPT) errors.push(line);
      const found = listens.exec(line)?.[0];
      if (found === undefined) return;
      clearTimeout(late);
      resolve(found);
    });
  });
  return {
    ...{ name, url, errors },
    pid: child.pid ?? 0,
    ending: () => state.ending,
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
};
