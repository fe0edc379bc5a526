import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const START_MS = 60_000;
const LISTENS = /http:\/\/127\.0\.0\.1:\d+/;

/** A program of this repository in a separate process. */
export interface ChildProgram {
  /** URL it listens on, from its output. */
  readonly url: string;
  readonly pid: number;
  /** Sends a signal and waits. @returns the exit code, or the signal it died of */
  end(signal: NodeJS.Signals): Promise<string>;
  /** Exit code or signal; undefined while it runs. */
  ending(): string | undefined;
}

/** Returns the arguments of Node.js that run a program from its sources. @param main path relative to the repository's root */
export const fromSources = (main: string): readonly string[] => ['--conditions=@weir/source', '--import', 'tsx', main];

/**
 * Starts Node.js in the repository's root and waits until it prints the URL it listens on. It ends with this process at
 * the latest.
 *
 * @param onLine called with each line of its output; without it the output is not read beyond the URL
 * @throws Error where it ends before that, or does not start within a minute
 */
export const startChildProgram = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  onLine?: (line: string) => void,
): Promise<ChildProgram> => {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const endWithParent = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithParent);
  const state: { ending?: string } = {};
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      process.off('exit', endWithParent);
      resolve((state.ending = String(code ?? signal)));
    });
  });
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${args.at(-1)} does not start`)), START_MS);
    void ended.then((how) => reject(new Error(`${args.at(-1)} ended with ${how} before it listened`)));
    const lines = createInterface(child.stdout);
    lines.on('line', (line) => {
      onLine?.(line);
      const found = LISTENS.exec(line)?.[0];
      if (found === undefined) return;
      clearTimeout(late);
      resolve(found);
      if (onLine !== undefined) return;
      lines.close();
      child.stdout.resume();
    });
  });
  return {
    url,
    pid: child.pid ?? 0,
    async end(signal) {
      child.kill(signal);
      return ended;
    },
    ending: () => state.ending,
  };
};
