import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Account } from './account.js';
import { hasCode } from './errno.js';

/** Where root keeps clusters that its server's account could not reach where they were asked for. */
const SYSTEM_DIRECTORY = '/var/lib/weir';
const OTHERS_MAY_PASS = 0o001;

/** Whether an account may pass a directory; one that is not there yet will be made passable. */
const isPassable = async (directory: string, { uid }: Account): Promise<boolean> => {
  try {
    const { mode, uid: owner } = await stat(directory);
    return owner === uid || (mode & OTHERS_MAY_PASS) !== 0;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true;
    throw error;
  }
};

const parents = (path: string): string[] => (dirname(path) === path ? [] : [dirname(path), ...parents(dirname(path))]);

/**
 * The directory a cluster asked for at `directory` is kept in: itself, or, when root asks for one below a directory
 * that the server's account may not pass (`/root`), one of its own below /var/lib/weir.
 */
export const reachableDirectory = async (directory: string, account: Account): Promise<string> => {
  const asked = resolve(directory);
  if (account.uid === undefined) return asked;
  const passable = await Promise.all(parents(asked).map((parent) => isPassable(parent, account)));
  if (passable.every(Boolean)) return asked;
  return join(SYSTEM_DIRECTORY, createHash('sha256').update(asked).digest('hex').slice(0, 16));
};
