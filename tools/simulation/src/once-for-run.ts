import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

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
export const onceForRun = async (name: string, make: (folder: string) => Promise<unknown>): Promise<string> => {
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
