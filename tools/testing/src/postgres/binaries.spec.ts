import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverAccount } from './account.js';
import { usableBinaries } from './binaries.js';
import { nativePackageDirectory } from './native-package.js';

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
    const { initdb } = await usableBinaries(account, directory);
    expect(initdb.startsWith(directory)).toBe(false);
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
