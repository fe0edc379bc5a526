import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Account } from './account.js';
import { hasCode } from './errno.js';

/** Where root keeps clusters that the server's account could not reach at the requested path. */
const SYSTEM_DIRECTORY = '/var/lib/weir';
const OTHERS_MAY_PASS = 0o001;

/** Whether an account may traverse a directory; a missing one will be created accessible. */
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
 * Returns the directory that holds a cluster requested at `directory`: that one or, when root requests one below a
 * directory closed to the server's account (`/root`), a directory below /var/lib/weir.
 */
export const reachableDirectory = async (directory: string, account: Account): Promise<string> => {
  const asked = resolve(directory);
  if (account.uid === undefined) return asked;
  const passable = await Promise.all(parents(asked).map((parent) => isPassable(parent, account)));
  if (passable.every(Boolean)) return asked;
  return join(SYSTEM_DIRECTORY, createHash('sha256').update(asked).digest('hex').slice(0, 16));
};
