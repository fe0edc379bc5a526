import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { hasCode } from '@weir/testing/postgres';
import { UsageError } from './usage-error.js';

/** Marks a data directory as made by this command. */
const MARK = '.weir-data';
const PARTS = ['postgres', 'devnet', 'registries'];
const SHOWN = 3;

const entriesOf = async (directory: string): Promise<string[]> => {
  try {
    return await readdir(directory);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
};

/** Whether the Postgres of this directory runs: its file names the process, on its first line. */
const isInUse = async (directory: string): Promise<boolean> => {
  const text = await readFile(join(directory, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
};

/**
 * Prepares a directory for a stack's data; with `fresh` it deletes our own parts and nothing else.
 *
 * @throws UsageError for a directory that holds anything else, and with `fresh` for one that is in use
 */
export const takeDataDirectory = async (directory: string, fresh: boolean): Promise<void> => {
  const entries = await entriesOf(directory);
  const foreign = entries.filter((name) => name !== MARK && !PARTS.includes(name));
  if (foreign.length > 0 && !entries.includes(MARK)) {
    const more = foreign.length > SHOWN ? `, and ${foreign.length - SHOWN} more` : '';
    throw new UsageError(
      `--data ${resolve(directory)} holds what this command did not make (${foreign.slice(0, SHOWN).join(', ')}${more}). Name a new or an empty directory`,
    );
  }
  if (fresh && (await isInUse(directory)))
    throw new UsageError(
      `--fresh would delete the data in ${resolve(directory)}, which a running \`npm start\` uses: nothing was changed. Stop that one first, or name another directory (--data)`,
    );
  if (fresh) for (const part of PARTS) await rm(join(directory, part), { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, MARK), 'Data of `npm start`. `npm start -- --fresh` deletes it.\n');
};
