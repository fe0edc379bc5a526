import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endOf, listeningUrl } from '@weir/simulation';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

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
 * @param onLine called with each line of its output
 * @throws Error with its output where it ends before that
 */
export const startChildProgram = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  onLine?: (line: string) => void,
): Promise<ChildProgram> => {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const endWithParent = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithParent);
  child.stderr.pipe(process.stderr, { end: false });
  if (onLine !== undefined) createInterface(child.stdout).on('line', onLine);
  const state: { ending?: string } = {};
  const ended = endOf(child).then((ending) => {
    process.off('exit', endWithParent);
    return (state.ending = String(ending));
  });
  return {
    url: await listeningUrl(child),
    pid: child.pid ?? 0,
    async end(signal) {
      child.kill(signal);
      return ended;
    },
    ending: () => state.ending,
  };
};
