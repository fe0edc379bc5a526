import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './run.js';

/** Folders of installed packages in which tools keep what they made on this machine. */
const CACHES = new Set(['.cache', '.vite', '.vite-temp']);

/** Copies a folder: its files as hard links where both lie on one disk, its links as they are. */
const linkFolder = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (CACHES.has(entry.name)) continue;
    if (entry.isDirectory()) await linkFolder(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await link(source, target).catch(() => copyFile(source, target));
  }
};

/** Returns the folders of all workspaces, relative to the root: those with a manifest, as npm does. */
export const workspaceFolders = async (root: string): Promise<readonly string[]> => {
  const below = async (folder: string) => (await readdir(join(root, folder))).map((name) => `${folder}/${name}`);
  const folders = ['contracts', ...(await Promise.all(['apps', 'libs', 'tools'].map(below))).flat()];
  return folders.filter((folder) => existsSync(join(root, folder, 'package.json')));
};

/**
 * Clones the last commit into a folder that does not exist yet, with the packages that are installed here: nothing that
 * was built, changed or left here comes along.
 */
export const cloneLastCommit = async (root: string, folder: string): Promise<void> => {
  await run(root, 'git', 'clone', '--quiet', '--shared', '.', folder);
  for (const workspace of ['.', ...(await workspaceFolders(root))]) {
    const installed = join(root, workspace, 'node_modules');
    const names = await readdir(installed).catch(() => []);
    if (names.length > 0) await linkFolder(installed, join(folder, workspace, 'node_modules'));
  }
};
