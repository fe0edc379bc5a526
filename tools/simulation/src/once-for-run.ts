import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often it is looked whether another process has finished. */
const LOOK_MS = 100;

/** Makes a folder that is removed when this process ends. */
const ownFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

let folder: string | undefined;
/** Returns the folder of a test run, which Jest makes and removes: see jest.preset.js. */
const runFolder = (): string => (folder ??= process.env['WEIR_TEST_FOLDER'] ?? ownFolder());

/** Takes what is to be made. @returns whether nobody had */
const take = (lock: string): Promise<boolean> =>
  mkdir(lock).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    },
  );

/** Reads what became of it, as soon as that is written. @returns empty, or what went wrong */
const outcome = async (file: string): Promise<string> => {
  for (;;) {
    const found = await readFile(file, 'utf8').catch(() => undefined);
    if (found !== undefined) return found;
    await sleep(LOOK_MS);
  }
};

/**
 * Makes something that costs seconds of a processor once for all processes of a test run: whoever asks first makes it, the others
 * wait.
 *
 * @param name of the folder it is made in
 * @returns the folder
 * @throws Error where it could not be made, in every process that asked
 */
export const onceForRun = async (name: string, make: (folder: string) => Promise<unknown>): Promise<string> => {
  const target = join(runFolder(), name);
  const result = `${target}.result`;
  if (await take(`${target}.lock`))
    await make(target).then(
      () => writeFile(result, ''),
      (error: unknown) => writeFile(result, error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
  const problem = await outcome(result);
  if (problem !== '') throw new Error(`${name} could not be made: ${problem}`);
  return target;
};
