import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { closeClient, connectClient } from './servers/server-client.js';
import { Servers } from './servers/servers.js';
import { advisoryLockKey } from './sql/advisory-lock-key.js';
import { toDatabaseError } from './sql/database-errors.js';

/** A database session that holds an advisory lock. */
interface LockSession {
  /** Aborted when the session, and with it the lock, is gone. */
  readonly lost: AbortSignal;
  /** Gives the lock back by ending the session. Never throws. */
  close(): Promise<void>;
}

/** Which lock is taken on which database, and how the session is checked. */
interface LockSessionOptions {
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
async function openLockSession(options: LockSessionOptions): Promise<LockSession | undefined> {
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

/** How a leader is elected, and its work. */
interface LeaderOptions {
  /** `postgres://` connection string: directly or through a pooler in session mode. */
  readonly url: string;
  /** What is led. Contenders for one name exclude each other. */
  readonly name: string;
  /**
   * The work of the one leader. It must end soon after `signal` is aborted (leadership lost, or stop asked for), and
   * is started again on the next election. When it ends by itself, leadership is given back and contended for again.
   */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** Pause between two attempts, milliseconds, default 3,000. */
  readonly retryMs?: number | undefined;
  /** Pause between two checks of a held lock, milliseconds, default 3,000; an answer may take as long. */
  readonly heartbeatMs?: number | undefined;
  /** Called with what `work` or the connection threw, for the log. The election goes on. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Elects one of several processes to do some work, by a session-level Postgres advisory lock. The lock is released when
 * its holder dies, and the next contender takes over within `retryMs`.
 *
 * A leader that is cut off learns of it within two heartbeats. By then its successor may be working already, so
 * everything that the work writes must be safe to write twice.
 */
export function electLeader(options: LeaderOptions) {
  const { retryMs = 3_000, heartbeatMs = 3_000, onError = () => undefined } = options;
  const stopping = new AbortController();
  let leading = false;

  const lead = async (session: LockSession) => {
    leading = true;
    try {
      await options.work(AbortSignal.any([session.lost, stopping.signal]));
    } finally {
      leading = false;
      await session.close();
    }
  };
  const contend = async () => {
    while (!stopping.signal.aborted) {
      try {
        const session = await openLockSession({ url: options.url, name: options.name, heartbeatMs });
        if (session !== undefined) await lead(session);
      } catch (error) {
        onError(error);
      }
      await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const ended = contend();
  return {
    /** Whether `work` runs here now. */
    get isLeader() {
      return leading;
    },
    /** Aborts the work, waits for it, gives the lock back. May be called twice. */
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** A contender for leadership among all processes on one database. */
export type Leader = ReturnType<typeof electLeader>;
