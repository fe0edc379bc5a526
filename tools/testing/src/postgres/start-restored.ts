import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { giveTo, serverAccount } from './account.js';
import { copyBackup, writeOwned } from './base-backup.js';
import { copiedCluster } from './cluster.js';
import { type PostgresServer, runServer, THROWAWAY_SETTINGS } from './running-server.js';
import { ask } from './session.js';

/** An archive of a server's WAL. */
export interface Archive {
  readonly directory: string;
  /** Settings of a server that archives into it. */
  readonly settings: readonly string[];
  remove(): Promise<void>;
}

/** Creates an empty archive that the server's account can write to. */
export async function makeArchive(): Promise<Archive> {
  const directory = await mkdtemp(join(tmpdir(), 'weir-archive-'));
  await giveTo(directory, await serverAccount());
  return {
    directory,
    settings: ['archive_mode=on', `archive_command=test ! -f ${directory}/%f && cp %p ${directory}/%f`],
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

export interface RestoreOptions {
  /** Directory of a base backup. */
  readonly backup: string;
  /** Directory of archived WAL. */
  readonly archive: string;
  /** Recovery target, such as `recovery_target_time = '2026-01-01 00:00:00+00'`. */
  readonly target: string;
  /** The superuser's password at the time of the backup. */
  readonly password: string;
}

const RECOVERY_TIMEOUT_MS = 30_000;
const POLL_MS = 20;

/**
 * Starts a server from a copy of a base backup and the archived WAL, restored to a target. Resolves when it accepts
 * writes.
 */
export async function startRestored(options: RestoreOptions): Promise<PostgresServer> {
  const cluster = await copiedCluster(options.password, (data) => copyBackup(options.backup, data));
  await appendFile(
    join(cluster.data, 'postgresql.auto.conf'),
    `restore_command = 'cp ${options.archive}/%f %p'\n${options.target}\nrecovery_target_action = 'promote'\n`,
  );
  await writeOwned(join(cluster.data, 'recovery.signal'), '', cluster.account);
  const server = await runServer(cluster, { persistent: false, settings: THROWAWAY_SETTINGS });
  const deadline = Date.now() + RECOVERY_TIMEOUT_MS;
  for (;;) {
    const [row] = await ask(server.url, 'SELECT pg_is_in_recovery() AS recovering');
    if (row?.['recovering'] === false) return server;
    if (Date.now() > deadline) throw new Error('The server does not end its recovery.');
    await sleep(POLL_MS);
  }
}
