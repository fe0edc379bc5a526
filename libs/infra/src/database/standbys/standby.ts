import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { PREPARED } from '../prepared.js';
import { WrongServerError } from '../servers/server-role.js';
import { begunAfter } from './begun-after.js';
import type { WalPosition } from './primary-position.js';

/** A standby's state relative to a position in the primary's log. */
export interface StandbyState {
  /** Whether it is one at all: a server that was promoted is none any more. */
  readonly isStandby: boolean;
  /** Whether it replays the log of that place. */
  readonly follows: boolean;
  /** Bytes that it is behind; 0 where it shows all. */
  readonly bytesBehind: bigint;
}

/** A server that follows the primary. */
export interface Standby {
  /** Host and port. */
  readonly name: string;
  /** Reads its state. @throws DatabaseUnavailableError */
  state(position: WalPosition): Promise<StandbyState>;
  /**
   * Waits until it has replayed the log up to a position.
   *
   * @throws whatever the signal is aborted with; DatabaseUnavailableError
   */
  shows(position: WalPosition, signal: AbortSignal): Promise<void>;
}

interface Row {
  /** Null where it is no standby. */
  readonly lsn: bigint | null;
  readonly timelines: readonly string[];
}

const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 16;

/** Creates a standby over its database. @param database of this one server */
export const createStandby = (name: string, database: Database): Standby => {
  // A commit is visible before the replay position includes it, so a read after this sees everything up to there.
  const query = sql<Row>`${PREPARED}
    SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() - '0/0'::pg_lsn END AS lsn,
      ARRAY(SELECT id::text FROM server_timelines) AS timelines`.compile(database);
  const look = begunAfter(async () => (await database.executeQuery(query)).rows[0]);

  const state = async ({ lsn, timeline }: WalPosition): Promise<StandbyState> => {
    const seen = await look();
    if (seen?.lsn === undefined || seen.lsn === null) return { isStandby: false, follows: false, bytesBehind: 0n };
    const bytesBehind = lsn > seen.lsn ? lsn - seen.lsn : 0n;
    return { isStandby: true, follows: seen.timelines.includes(timeline), bytesBehind };
  };

  return {
    name,
    state,
    async shows(position, signal) {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
        const { isStandby, follows, bytesBehind } = await state(position);
        if (!isStandby) throw new WrongServerError('The server is no standby.');
        if (follows && bytesBehind === 0n) return;
        await sleep(pause, undefined, { signal });
      }
    },
  };
};
