import type pg from 'pg';
import { DatabaseUnavailableError } from '../database-errors.js';
import type { Target } from './server-list.js';
import { TIMELINE } from './timeline.js';

/** Thrown where a server answers but does not have the wanted role. */
export class WrongServerError extends DatabaseUnavailableError {}

interface Role {
  readonly standby: boolean;
  readonly read_only: boolean;
  /** Timeline of a primary, which grows by one with each failover. */
  readonly timeline: number | null;
}

const ROLE = `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS read_only,
  CASE WHEN NOT pg_is_in_recovery() THEN ${TIMELINE}::integer END AS timeline`;

/** Checks the role of a server just connected to. @throws WrongServerError saying why it is not the wanted one */
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

/** The newest timeline seen of a list's primary: an old primary that comes back is refused. */
export class Timelines {
  #newest = 0;

  /** Whether no newer timeline was seen; notes this one. */
  admit(timeline: number): boolean {
    this.#newest = Math.max(this.#newest, timeline);
    return timeline === this.#newest;
  }
}
