import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

/** Commands of a page, and the answers below them, if any: `…` in an answer stands for anything. */
export interface Example {
  readonly commands: string;
  readonly answers: string | undefined;
}

/** What `npm start` has the dev kit listen on. */
const DEV_KIT = 'localhost:3003';
const BLOCKS = /^```sh\n(.*?)^```\n(?:\n+^```\n(.*?)^```\n)?/gms;

/** Reads the examples of a page that call the API. @param page path from the repository's root */
export const examplesOf = async (page: string): Promise<readonly Example[]> => {
  const markdown = await readFile(new URL(`../../../../${page}`, import.meta.url), 'utf8');
  return [...markdown.matchAll(BLOCKS)]
    .map(([, commands = '', answers]) => ({ commands, answers }))
    .filter(({ commands }) => commands.includes('curl '));
};

/** Prints where one example's answers end. */
const END = '--- end of an example ---';
/** `curl -m` ends a stream by this. */
const TIME_IS_UP = 28;

/**
 * Runs the unchanged examples of a page, one after the other in one shell that stops at the first failure.
 *
 * @param devKitUrl in place of the port that the pages name, which may be taken
 * @returns what each printed
 */
export const runExamples = async (
  examples: readonly Example[],
  directory: string,
  devKitUrl: string,
): Promise<readonly string[]> => {
  const steps = examples.map(({ commands }) => {
    const step = commands.replace(DEV_KIT, new URL(devKitUrl).host);
    const isTimed = commands.includes(' -m ');
    return `${isTimed ? `{ ${step}\n} || [ $? = ${TIME_IS_UP} ]` : step}\necho '${END}'`;
  });
  const shell = spawn('bash', ['-u', '-o', 'pipefail', '-c', `set -e\n${steps.join('\n')}`], { cwd: directory });
  const [printed, problems] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
  const answers = printed.split(`${END}\n`);
  if (answers.length <= examples.length)
    throw new Error(`Example ${answers.length} failed: ${answers.at(-1) ?? ''}${problems}`);
  return answers.slice(0, examples.length);
};

/** What the answers of an example have to match. */
export const patternOf = (answers: string): RegExp => {
  const parts = answers.trim().split('…');
  return new RegExp(
    `^${parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('.*')}\\s*$`,
    's',
  );
};
