import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { serverAccount, type Account } from './account.js';
import { usableBinaries, type Binaries } from './binaries.js';
import { hasCode } from './errno.js';
import { reachableDirectory } from './reachable-directory.js';

const run = promisify(execFile);

export const SUPERUSER = 'weir';

/** A database cluster on disk, initialised and not running. */
export interface Cluster {
  /** Holds everything below; owned by `account`. */
  readonly root: string;
  readonly data: string;
  readonly logFile: string;
  readonly password: string;
  readonly account: Account;
  readonly binaries: Binaries;
}

/**
 * Opens the cluster below `directory`, creating it on first use; without a directory in a temporary one. `fresh`
 * deletes existing data first. The superuser gets a random password, stored beside the data, since other users of the
 * machine can reach the port.
 */
export async function openCluster(directory: string | undefined, fresh = false): Promise<Cluster> {
  const account = await serverAccount();
  const root = await rootDirectory(directory, account, fresh);
  const binaries = await usableBinaries(account, root);
  const passwordFile = join(root, 'password');
  const data = join(root, 'data');
  const password = (await readIfThere(passwordFile)) ?? (await initialise(data, passwordFile, account, binaries));
  return { root, data, logFile: join(root, 'postgres.log'), password, account, binaries };
}

async function rootDirectory(directory: string | undefined, account: Account, fresh: boolean): Promise<string> {
  const root =
    directory === undefined
      ? await mkdtemp(join(tmpdir(), 'weir-postgres-'))
      : await reachableDirectory(directory, account);
  if (fresh) await rm(root, { recursive: true, force: true });
  // Parents stay accessible to the server's account, which owns the directory itself.
  await mkdir(root, { recursive: true });
  await chmod(root, 0o700);
  await giveTo(account, root);
  return root;
}

/**
 * Creates a cluster from a copy of another's files; it has the same superuser's password.
 *
 * @param fill copies the files into a directory that does not exist yet
 */
export async function copiedCluster(password: string, fill: (data: string) => Promise<void>): Promise<Cluster> {
  const account = await serverAccount();
  const root = await rootDirectory(undefined, account, false);
  const data = join(root, 'data');
  await fill(data);
  return {
    root,
    data,
    logFile: join(root, 'postgres.log'),
    password,
    account,
    binaries: await usableBinaries(account, root),
  };
}

/**
 * Initialises a cluster. @returns the superuser's password, whose file is written last, so that its presence means
 * "complete"
 */
async function initialise(data: string, passwordFile: string, account: Account, binaries: Binaries): Promise<string> {
  const password = randomBytes(16).toString('hex');
  const draft = `${passwordFile}.draft`;
  await rm(data, { recursive: true, force: true });
  await writeFile(draft, `${password}\n`, { mode: 0o600 });
  await giveTo(account, draft);
  const settings = [
    ...['--encoding=UTF8', '--no-locale', '--auth=scram-sha-256', '--no-sync', '--no-instructions'],
    // Thousands of rounds protect passwords that people think of; this one is random, and each connection would pay for them.
    '--set=scram_iterations=1',
  ];
  await run(binaries.initdb, [`--pgdata=${data}`, `--username=${SUPERUSER}`, `--pwfile=${draft}`, ...settings], {
    ...account,
    cwd: resolve(data, '..'),
    env: { ...process.env, LC_ALL: 'C' },
  });
  await writeFile(passwordFile, password, { mode: 0o600 });
  await rm(draft);
  return password;
}

async function giveTo({ uid, gid }: Account, path: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
