import { execFile } from 'node:child_process';
import { cp, lstat, mkdtemp, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nativePackageDirectory } from './native-package.js';
import { hydrateSymlinks } from './symlinks.js';

const run = promisify(execFile);

describe('hydrateSymlinks', () => {
  let copy: string;
  let links: { source: string; target: string }[];

  /** A package as npm unpacks it when install scripts are held back: the list is there, the links are not. */
  beforeAll(async () => {
    const installed = nativePackageDirectory();
    copy = await mkdtemp(join(tmpdir(), 'weir-postgres-links-'));
    links = JSON.parse(await readFile(join(installed, 'native', 'pg-symlinks.json'), 'utf8')) as typeof links;
    await cp(join(installed, 'native'), join(copy, 'native'), { recursive: true, verbatimSymlinks: true });
    for (const { target } of links) await rm(join(copy, target), { force: true });
  });
  afterAll(() => rm(copy, { recursive: true, force: true }));

  it('makes every listed link, after which the server runs', async () => {
    const initdb = join(copy, 'native', 'bin', 'initdb');
    await expect(run(initdb, ['--version'])).rejects.toThrow('cannot open shared object file');
    expect(await hydrateSymlinks(copy)).toBe(links.length);
    const [first] = links;
    expect((await lstat(join(copy, first?.target ?? ''))).isSymbolicLink()).toBe(true);
    expect((await readlink(join(copy, first?.target ?? ''))).startsWith('/')).toBe(false);
    expect((await run(initdb, ['--version'])).stdout).toMatch(/^initdb \(PostgreSQL\) \d+/);
  });

  it('does nothing the second time, nor for a package without links', async () => {
    expect(await hydrateSymlinks(copy)).toBe(0);
    expect(await hydrateSymlinks(tmpdir())).toBe(0);
  });
});
