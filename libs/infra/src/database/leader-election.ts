import { setTimeout as sleep } from 'node:timers/promises';
import { openLockSession, type LockSession } from './lock-session.js';

/** How a leader is elected, and its work. */
export interface LeaderOptions {
  /** `postgres://` connection string: directly or through a pooler in session mode. */
  readonly url: string;
  /** What is led. Contenders for one name exclude each other. */
  readonly name: string;
  /**
   * The work of the one leader. It must end soon after `signal` is aborted (leadership lost, or stop asked for), and
   * is started again on the next election. When it ends by itself, leadership is given back and contended for anew.
   */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** Pause between two attempts, milliseconds, default 3,000. */
  readonly retryMs?: number | undefined;
  /** Pause between two checks of a held lock, milliseconds, default 3,000; an answer may take as long. */
  readonly heartbeatMs?: number | undefined;
  /** Called with what `work` or the connection threw, for the log. The election goes on. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A contender for leadership among all processes on one database. */
export interface Leader {
  /** Whether `work` runs here now. */
  readonly isLeader: boolean;
  /** Aborts the work, waits for it, gives the lock back. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Elects one of several processes to do some work, by a session-level Postgres advisory lock. The lock is released when
 * its holder dies, and the next contender takes over within `retryMs`.
 *
 * A leader that is cut off learns of it within two heartbeats. By then its successor may be working already, so
 * whatever the work writes must be safe to write twice.
 */
export function electLeader(options: LeaderOptions): Leader {
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
    get isLeader() {
      return leading;
    },
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
