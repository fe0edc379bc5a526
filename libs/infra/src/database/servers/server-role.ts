import type pg from 'pg';
import { DatabaseUnavailableError } from '../database-errors.js';
import type { Target } from './server-list.js';

/** A server that answers, and is not the one that is looked for. */
export class WrongServerError extends DatabaseUnavailableError {}

interface Role {
  readonly standby: boolean;
  readonly read_only: boolean;
  /** Of a primary: it grows by one with each failover. */
  readonly timeline: number | null;
}

const ROLE = `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS read_only,
  CASE WHEN NOT pg_is_in_recovery() THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer END AS timeline`;

/** Looks at a server which one has just connected to. @throws WrongServerError in words why it is not the one */
export const assertRole = async (client: pg.ClientBase, target: Target, newest: Timelines): Promise<void> => {
  const [role] = (await client.query<Role>(ROLE)).rows;
  if (role === undefined) throw new WrongServerError('The server does not say what it is.');
  if (target === 'standby') {
    if (!role.standby) throw new WrongServerError('The server is no standby.');
    return;
  }
  if (role.standby) throw new WrongServerError('The server is a standby.');
  if (role.read_only) throw new WrongServerError('The server takes no writes.');
  if (role.timeline !== null && !newest.admit(role.timeline))
    throw new WrongServerError('The server is a primary of before a failover.');
};

/** The newest timeline that was seen of a list's primary: an old one that comes back is not taken for it. */
export class Timelines {
  #newest = 0;

  /** Whether nothing newer was seen. */
  admit(timeline: number): boolean {
    this.#newest = Math.max(this.#newest, timeline);
    return timeline === this.#newest;
  }
}
