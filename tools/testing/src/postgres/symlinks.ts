import { readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { hasCode } from './errno.js';

interface LinkEntry {
  readonly source: string;
  readonly target: string;
}

const isLinkEntry = (value: unknown): value is LinkEntry =>
  typeof value === 'object' &&
  value !== null &&
  'source' in value &&
  'target' in value &&
  typeof value.source === 'string' &&
  typeof value.target === 'string';

/**
 * Puts back the shared-library symlinks of a binary package.
 *
 * npm packages cannot contain symlinks, so the package lists them in `native/pg-symlinks.json` and makes
 * them in an install script. Where install scripts are held back they are missing, and the server would
 * fail to load its libraries. Safe to repeat and from several processes.
 *
 * @param packageDirectory the directory that contains `native/`
 * @returns how many links were made
 */
export async function hydrateSymlinks(packageDirectory: string): Promise<number> {
  let made = 0;
  for (const { source, target } of await readLinks(packageDirectory)) {
    const link = join(packageDirectory, target);
    const pointsTo = relative(dirname(link), join(packageDirectory, source));
    try {
      await symlink(pointsTo, link);
      made += 1;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
  return made;
}

async function readLinks(packageDirectory: string): Promise<readonly LinkEntry[]> {
  const listFile = join(packageDirectory, 'native', 'pg-symlinks.json');
  try {
    const parsed: unknown = JSON.parse(await readFile(listFile, 'utf8'));
    if (!Array.isArray(parsed) || !parsed.every(isLinkEntry)) throw new Error(`Not a list of links: ${listFile}`);
    return parsed;
  } catch (error) {
    // Windows builds have no links and no list.
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
