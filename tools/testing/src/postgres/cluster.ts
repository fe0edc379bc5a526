import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Account, hasCode, serverAccount, giveTo } from './account.js';
import { type Binaries, usableBinaries } from './binaries.js';

/** Where root keeps clusters that the server's account could not reach at the requested path. */
const SYSTEM_DIRECTORY = '/var/lib/weir';
const OTHERS_MAY_PASS = 0o001;

/** Whether an account may traverse a directory; a missing one will be created accessible. */
const isPassable = async (directory: string, { uid }: Account): Promise<boolean> => {
  try {
    const { mode, uid: owner } = await stat(directory);
    return owner === uid || (mode & OTHERS_MAY_PASS) !== 0;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true;
    throw error;
  }
};

const parents = (path: string): string[] => (dirname(path) === path ? [] : [dirname(path), ...parents(dirname(path))]);

/**
 * Returns the directory that holds a cluster requested at `directory`: that one or, when root requests one below a
 * directory closed to the server's account (`/root`), a directory below /var/lib/weir.
 */
export const reachableDirectory = async (directory: string, account: Account): Promise<string> => {
  const asked = resolve(directory);
  if (account.uid === undefined) return asked;
  const passable = await Promise.all(parents(asked).map((parent) => isPassable(parent, account)));
  if (passable.every(Boolean)) return asked;
  return join(SYSTEM_DIRECTORY, createHash('sha256').update(asked).digest('hex').slice(0, 16));
};

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
  await giveTo(root, account);
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
  await giveTo(draft, account);
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

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
