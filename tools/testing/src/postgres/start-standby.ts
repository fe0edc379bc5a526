import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeBaseBackup, writeOwned } from './base-backup.js';
import { copiedCluster } from './cluster.js';
import { runServer, THROWAWAY_SETTINGS, type PostgresServer } from './running-server.js';
import { ask, openSession } from './session.js';

/** A server that follows another by streaming replication and answers queries meanwhile. */
export interface StandbyServer extends PostgresServer {
  /** Its name on the primary: in `pg_stat_replication`, `synchronous_standby_names`, and of its slot. */
  readonly name: string;
  /** Promotes it to a primary and waits until it accepts writes. */
  promote(): Promise<void>;
}

const STREAMING_TIMEOUT_MS = 30_000;
const POLL_MS = 20;

/**
 * Starts a standby of a running server on this machine, as an operator would: a physical slot, a base backup,
 * `primary_conninfo`. Resolves when it streams.
 *
 * @param primary connection string of the superuser
 * @param name lower-case letters, digits and underscores
 */
export async function startStandby(primary: string, name: string): Promise<StandbyServer> {
  const { hostname, port, username, password } = new URL(primary);
  const session = await openSession(primary);
  try {
    // Before the backup begins, so that all WAL from then on is kept for the standby.
    await session.query(`SELECT pg_create_physical_replication_slot('${name}', true)`);
    const cluster = await copiedCluster(password, (data) => takeBaseBackup(primary, data));
    const source = `host=${hostname} port=${port} user=${username} password=${password} application_name=${name}`;
    await appendFile(
      join(cluster.data, 'postgresql.auto.conf'),
      `primary_conninfo = '${source}'\nprimary_slot_name = '${name}'\n`,
    );
    await writeOwned(join(cluster.data, 'standby.signal'), '', cluster.account);
    const server = await runServer(cluster, { persistent: false, settings: THROWAWAY_SETTINGS });
    const deadline = Date.now() + STREAMING_TIMEOUT_MS;
    const isStreaming = `SELECT FROM pg_stat_replication WHERE application_name = '${name}' AND state = 'streaming'`;
    while ((await session.query(isStreaming)).length === 0) {
      if (Date.now() > deadline) throw new Error(`The standby ${name} does not stream from ${hostname}:${port}.`);
      await sleep(POLL_MS);
    }
    return { ...server, name, promote: () => promote(server.url) };
  } finally {
    await session.close();
  }
}

const promote = async (url: string): Promise<void> => {
  const [row] = await ask(url, 'SELECT pg_promote(true, 60) AS promoted');
  if (row?.['promoted'] !== true) throw new Error('The standby was not promoted in time.');
};
