import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { advisoryLockKey } from './advisory-lock-key.js';
import { toDatabaseError } from './classify-error.js';
import { closeClient, connectClient } from './servers/server-client.js';
import { Servers } from './servers/servers.js';

/** A database session that holds an advisory lock. */
export interface LockSession {
  /** Aborted when the session, and with it the lock, is gone. */
  readonly lost: AbortSignal;
  /** Gives the lock back by ending the session. Never throws. */
  close(): Promise<void>;
}

/** Which lock is taken on which database, and how the session is checked. */
export interface LockSessionOptions {
  readonly url: string;
  readonly name: string;
  /** How often the session is checked, and how long an answer may take. */
  readonly heartbeatMs: number;
}

/**
 * Seconds after which the server gives up a session whose client is silent (10 + 3 * 5). Longer than two heartbeats
 * take to fail, so that the holder knows before the next one gets the lock.
 */
const SERVER_KEEPALIVE = ['tcp_keepalives_idle=10', 'tcp_keepalives_interval=5', 'tcp_keepalives_count=3'];

/**
 * Tries once to take a session-level advisory lock, on a connection of its own.
 *
 * It needs a real session: a pooler in transaction mode between here and Postgres would lose the lock unseen.
 *
 * @returns undefined when another session holds the lock
 * @throws DatabaseUnavailableError when the database cannot be reached
 */
export async function openLockSession(options: LockSessionOptions): Promise<LockSession | undefined> {
  const lost = new AbortController();
  let client: pg.Client | undefined;
  const close = async () => {
    lost.abort();
    if (client !== undefined) await closeClient(client);
  };
  try {
    client = await connectClient(new Servers(options.url), {
      application_name: `weir-lock-${options.name}`,
      connectionTimeoutMillis: options.heartbeatMs,
      query_timeout: options.heartbeatMs,
      keepAlive: true,
      options: SERVER_KEEPALIVE.map((setting) => `-c ${setting}`).join(' '),
    });
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      advisoryLockKey(options.name),
    ]);
    if (rows[0]?.locked !== true) {
      await close();
      return undefined;
    }
  } catch (error) {
    await close();
    throw toDatabaseError(error);
  }
  void heartbeat(client, options.heartbeatMs, lost);
  return { lost: lost.signal, close };
}

/** Notices a server that went away without closing the connection. */
async function heartbeat(client: pg.Client, everyMs: number, lost: AbortController): Promise<void> {
  try {
    for (;;) {
      await sleep(everyMs, undefined, { signal: lost.signal });
      await client.query('SELECT 1');
    }
  } catch {
    lost.abort();
  }
}
