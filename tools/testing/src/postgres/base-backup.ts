import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Account, hasCode, serverAccount, giveTo } from './account.js';

/** Directories whose contents base backups leave out (Postgres documentation, Low Level API). */
const CONTENTS_LEFT_OUT = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*|standby\.signal|recovery\.signal)$/u;

interface Stopped {
  readonly labelfile: string;
  readonly spcmapfile: string;
}

/**
 * Takes a base backup of a running server on this machine: `pg_backup_start`, a copy of its files, `pg_backup_stop`.
 * The WAL written meanwhile is not included: it comes from a replication slot created before, or from the archive.
 *
 * @param url connection string of a superuser
 * @param target directory to create, owned by the server's account
 */
export async function takeBaseBackup(url: string, target: string): Promise<void> {
  const account = await serverAccount();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ readonly directory: string }>(
      "SELECT current_setting('data_directory') AS directory",
    );
    const [source] = rows;
    if (source === undefined) throw new Error('The server names no data directory.');
    // One session must start and stop the backup: if it is lost, so is the backup.
    await client.query('SELECT pg_backup_start($1, true)', [`weir-${randomBytes(4).toString('hex')}`]);
    await copyTree(source.directory, target, account);
    const stopped = await client.query<Stopped>('SELECT labelfile, spcmapfile FROM pg_backup_stop(false)');
    const [label] = stopped.rows;
    if (label === undefined) throw new Error('The backup has no label.');
    await writeOwned(join(target, 'backup_label'), label.labelfile, account);
    if (label.spcmapfile !== '') throw new Error('Tablespaces are not copied.');
  } finally {
    await client.end();
  }
}

/** Copies a base backup to a directory that is not there yet. */
export const copyBackup = async (backup: string, target: string): Promise<void> =>
  copyTree(backup, target, await serverAccount());

/** Copies a directory tree. A file that disappears meanwhile is restored by the WAL. */
async function copyTree(from: string, to: string, account: Account): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  await giveTo(to, account);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name)) continue;
    const target = join(to, entry.name);
    if (entry.isDirectory()) {
      if (!CONTENTS_LEFT_OUT.has(entry.name)) await copyTree(join(from, entry.name), target, account);
      else await makeOwned(target, account);
    } else if (entry.isFile()) await copyOwned(join(from, entry.name), target, account);
  }
}

async function makeOwned(directory: string, account: Account): Promise<void> {
  await mkdir(directory, { mode: 0o700 });
  await giveTo(directory, account);
}

async function copyOwned(from: string, to: string, account: Account): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  await giveTo(to, account);
}

/** Writes a file that belongs to the server's account. */
export async function writeOwned(file: string, content: string, account: Account): Promise<void> {
  await writeFile(file, content, { mode: 0o600 });
  await giveTo(file, account);
}
