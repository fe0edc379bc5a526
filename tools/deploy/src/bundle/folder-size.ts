import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the total size of a folder's files, bytes. */
export const folderSize = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};
