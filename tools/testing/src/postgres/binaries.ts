import { execFile } from 'node:child_process';
import { chmod, cp, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.js';
import { hasCode } from './errno.js';
import { nativePackageDirectory } from './native-package.js';
import { hydrateSymlinks } from './symlinks.js';

const run = promisify(execFile);
const EXECUTABLE = 0o555;

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Returns the Postgres programs ready to be run by `account`: libraries linked, files executable. If the account cannot
 * reach them (a checkout below `/root`), they are copied to `fallbackDirectory`.
 */
export async function usableBinaries(
  account: Account,
  fallbackDirectory: string,
  packageDirectory = nativePackageDirectory(),
): Promise<Binaries> {
  await hydrateSymlinks(packageDirectory);
  const native = join(packageDirectory, 'native');
  const installed = await makeExecutable(native);
  if (await runs(installed.initdb, account)) return installed;
  const copy = join(fallbackDirectory, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return makeExecutable(copy);
}

async function makeExecutable(native: string): Promise<Binaries> {
  const bin = join(native, 'bin');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const binaries = { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) };
  for (const file of Object.values(binaries)) {
    const { mode } = await stat(file);
    // Left alone when already correct: node_modules may be read-only.
    if ((mode & EXECUTABLE) !== EXECUTABLE) await chmod(file, mode | EXECUTABLE);
  }
  return binaries;
}

async function runs(program: string, account: Account): Promise<boolean> {
  try {
    await run(program, ['--version'], account);
    return true;
  } catch (error) {
    if (hasCode(error, 'EACCES')) return false;
    throw error;
  }
}
