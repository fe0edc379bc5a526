import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@weir/testing/postgres';
import { repositoryFiles, ROOT } from '../repository-files.js';
import { runScript } from './run-script.js';
import { OF_DATABASES, TOOLS, WRITERS } from './scripts.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-scripts-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('npm run', () => {
  it.each(Object.entries(TOOLS))('%s runs to its end', (name, run) => runScript(name, run, { folder }));
});

/** Copies the repository, with links to what is installed. */
const copyOfRepository = async (): Promise<string> => {
  const copy = join(folder, 'copy');
  const apart = new Set(['node_modules', 'dist', '.git', '.nx', '.weir']);
  await cp(ROOT, copy, { recursive: true, filter: (source) => !apart.has(basename(source)) });
  const parents = ['', ...(await workspaceFolders())];
  for (const parent of parents)
    await symlink(join(ROOT, parent, 'node_modules'), join(copy, parent, 'node_modules')).catch(() => undefined);
  return copy;
};

/** The folders of packages that have packages of their own installed. */
const workspaceFolders = async (): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const group of ['apps', 'libs', 'tools'])
    for (const name of await readdir(join(ROOT, group)))
      if ((await readdir(join(ROOT, group, name))).includes('node_modules')) found.push(join(group, name));
  return found;
};

describe('npm run, in a copy of the repository', () => {
  it.each(Object.entries(WRITERS))('%s writes what is committed', async (name, run) => {
    const copy = await copyOfRepository();
    await runScript(name, run, { cwd: copy });
    const changed: string[] = [];
    for (const file of await repositoryFiles(ROOT)) {
      const path = relative(ROOT, file);
      if (!(await readFile(file)).equals(await readFile(join(copy, path)))) changed.push(path);
    }
    expect(changed).toEqual([]);
    await rm(copy, { recursive: true });
  });
});

describe('npm run, with a database', () => {
  const databases = new Map<string, TestDatabase>();
  afterAll(async () => {
    for (const { drop } of databases.values()) await drop();
  });

  it.each(OF_DATABASES)('of the %s: %s runs to its end', async (name, script, run) => {
    const database = databases.get(name) ?? (await createTestDatabase());
    databases.set(name, database);
    await runScript(script, run, { env: { DATABASE_URL: database.url } });
  });
});
