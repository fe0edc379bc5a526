/** `npm run bundle [-- folder]`: writes the production bundle, by default to dist/bundle. */
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeBundle } from './write-bundle.js';

/** Returns the total size of a folder's files, bytes. */
const folderSize = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};

const [folder = 'dist/bundle'] = process.argv.slice(2);
const target = resolve(folder);
const { packages, hasConsole, hasGuide } = await writeBundle(target);
const megabytes = ((await folderSize(target)) / 1e6).toFixed(1);
console.log(
  `${target}: ${megabytes} MB, ${packages} packages, ${hasConsole ? 'with' : 'without'} the console (npx nx build console makes it), ${hasGuide ? 'with' : 'without'} the guide (npm run docs:site makes it)`,
);
