/**
 * `npm run pack:all [-- folder]`: builds and packs all published packages, by default into dist/packages, to be installed
 * elsewhere without a registry.
 */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../shared/run.js';
import { packPackages, publishedFolders } from './pack-packages.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

const [folder = join(ROOT, 'dist/packages')] = process.argv.slice(2);
const target = resolve(folder);
await mkdir(target, { recursive: true });
for (const name of await readdir(target)) if (name.endsWith('.tgz')) await rm(join(target, name));
const names = (await publishedFolders(ROOT)).map((each) => basename(each)).join(',');
await run(ROOT, process.execPath, join(ROOT, 'node_modules/nx/dist/bin/nx.js'), 'run-many', '-t', 'build', '-p', names);
await packPackages(ROOT, target, undefined);
console.log(`npm install ${target}/*.tgz`);
