/** `npm run bundle [-- folder]`: writes the production bundle, by default to dist/bundle. */
import { resolve } from 'node:path';
import { folderSize } from './folder-size.js';
import { writeBundle } from './write-bundle.js';

const [folder = 'dist/bundle'] = process.argv.slice(2);
const target = resolve(folder);
const { packages, hasConsole } = await writeBundle(target);
const megabytes = ((await folderSize(target)) / 1e6).toFixed(1);
console.log(
  `${target}: ${megabytes} MB, ${packages} packages, ${hasConsole ? 'with' : 'without'} the console (nx build console makes it)`,
);
