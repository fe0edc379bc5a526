import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverAccount } from './account.js';
import { hydrateSymlinks, nativePackageDirectory, usableBinaries } from './binaries.js';

const run = promisify(execFile);

describe('usableBinaries', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'weir-postgres-binaries-'));
    await chmod(directory, 0o755);
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('runs the installed programs where they are', async () => {
    const account = await serverAccount();
    // A package that every account can read, unlike this checkout's folder.
    const installed = join(directory, 'package');
    const native = join(installed, 'native');
    await cp(join(nativePackageDirectory(), 'native'), native, { recursive: true, verbatimSymlinks: true });
    const { initdb } = await usableBinaries(account, directory, installed);
    expect(initdb.startsWith(native)).toBe(true);
    expect((await run(initdb, ['--version'], account)).stdout).toContain('PostgreSQL');
  });

  // Only root can run the server as somebody else, so only root can be out of reach.
  (process.getuid?.() === 0 ? it : it.skip)(
    'copies them when the account cannot reach them, as below /root',
    async () => {
      const account = await serverAccount();
      const closed = join(directory, 'closed');
      await mkdir(closed, { mode: 0o700 });
      await symlink(nativePackageDirectory(), join(closed, 'package'));
      const { initdb } = await usableBinaries(account, directory, join(closed, 'package'));
      expect(initdb.startsWith(join(directory, 'native'))).toBe(true);
      expect((await run(initdb, ['--version'], account)).stdout).toContain('PostgreSQL');
    },
  );
});

const execute = promisify(execFile);

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
    expect((await execute(initdb, ['--version'])).stdout).toMatch(/^initdb \(PostgreSQL\) \d+/);
  });

  it('does nothing the second time, nor for a package without links', async () => {
    expect(await hydrateSymlinks(copy)).toBe(0);
    expect(await hydrateSymlinks(tmpdir())).toBe(0);
  });
});
