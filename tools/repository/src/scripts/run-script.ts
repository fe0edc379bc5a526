import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../repository-files.js';
import type { ScriptRun } from './scripts.js';

/** Variables by which the present run of Jest would reach into the one that a script starts. */
const OF_THIS_RUN = /^(?:NODE_OPTIONS|NODE_ENV|WEIR_TEST_.*|JEST_.*|NX_.*|npm_.*|DATABASE_URL)$/;

/**
 * Runs a script of `package.json` to its end, and expects what the table says of it.
 *
 * @param options cwd: where it runs, by default the repository; folder: for `{folder}` in its arguments; env: further variables
 */
export const runScript = async (
  name: string,
  { args = [], env = {}, prints, code = 0, mayMissGoal = false }: ScriptRun,
  options: { readonly cwd?: string; readonly folder?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<void> => {
  const { cwd = ROOT, folder = '', env: more = {} } = options;
  const kept = Object.fromEntries(Object.entries(process.env).filter(([key]) => !OF_THIS_RUN.test(key)));
  const given = args.map((arg) => arg.replace('{folder}', folder));
  const child = spawn('npm', ['run', name, '--', ...given], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...kept, ...env, ...more },
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [printed, complained, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const output = stripVTControlCharacters(`${printed}\n${complained}`);
  const isExpected = status === code || (mayMissGoal && status === 1);
  if (!isExpected) throw new Error(`npm run ${name} ended with ${String(status)}, expected ${code}:\n${output}`);
  expect(output).toMatch(prints);
};
