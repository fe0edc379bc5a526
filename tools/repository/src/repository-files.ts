import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Names of folders that are installed, built or generated at runtime. */
const APART = new Set(['node_modules', 'dist', '.git', '.nx', '.weir', 'coverage']);

/** Returns the paths of all source files. Local settings (`.env`), which git ignores, are left out. */
export const repositoryFiles = async (directory: string = ROOT): Promise<string[]> => {
  const entries = await readdir(directory, { withFileTypes: true });
  const found = entries
    .filter(({ name }) => !APART.has(name) && name !== '.env')
    .map(async (entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return repositoryFiles(path);
      return entry.isFile() ? [path] : [];
    });
  return (await Promise.all(found)).flat();
};
