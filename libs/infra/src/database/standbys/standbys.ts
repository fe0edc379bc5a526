import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { TimeoutError, withTimeout } from '../../concurrency.js';
import { createDatabase, type Database, type DatabaseOptions } from '../create-database.js';
import { type ServerList, splitServers, TIMELINE, WrongServerError } from '../servers/servers.js';
import { PREPARED } from '../sql/statements.js';
import { begunAfter } from './begun-after.js';

/** A place in the write-ahead log of a primary. */
export interface WalPosition {
  /** Bytes since the beginning of the log. */
  readonly lsn: bigint;
  /** Which log: the id of the primary's timeline. */
  readonly timeline: string;
}

interface PositionRow {
  readonly lsn: bigint;
  readonly number: number;
  readonly timeline: string | null;
}

/**
 * Reads the position of the primary's log that includes every commit so far; concurrent callers share the next read.
 *
 * A commit is flushed before anybody learns of it, so the flush position counts; with `synchronous_commit` off the
 * write position does.
 *
 * @param db the primary's; its functions of the log throw on a standby
 */
export const createPrimaryPosition = (db: Database): (() => Promise<WalPosition>) => {
  const query = sql<PositionRow>`${PREPARED}
    SELECT log.lsn - '0/0'::pg_lsn AS lsn, log.number, (SELECT id FROM server_timelines WHERE number = log.number) AS timeline
    FROM (SELECT
      CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END AS lsn,
      ${sql.raw(TIMELINE)} AS number
    ) AS log`.compile(db);

  return begunAfter(async () => {
    for (;;) {
      const [row] = (await db.executeQuery(query)).rows;
      if (row === undefined) throw new Error('The database does not report its position in the log');
      if (row.timeline !== null) return { lsn: row.lsn, timeline: row.timeline };
      await sql`INSERT INTO server_timelines (number) VALUES (${row.number}) ON CONFLICT DO NOTHING`.execute(db);
    }
  });
};

/** A standby's state relative to a position in the primary's log. */
interface StandbyState {
  /** Whether it is one at all: a server that was promoted is none any more. */
  readonly isStandby: boolean;
  /** Whether it replays the log of that place. */
  readonly follows: boolean;
  /** Bytes that it is behind; 0 where it shows all. */
  readonly bytesBehind: bigint;
}

interface Row {
  /** Null where it is not a standby. */
  readonly lsn: bigint | null;
  readonly timelines: readonly string[];
}

const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 16;

/** Creates a standby over its database. @param database of this one server */
const createStandby = (name: string, database: Database) => {
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
    /** Host and port. */
    name,
    /** Reads its state. @throws DatabaseUnavailableError */
    state,
    /**
     * Waits until it has replayed the log up to a position.
     *
     * @throws the reason of the signal; DatabaseUnavailableError
     */
    async shows(position: WalPosition, signal: AbortSignal) {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
        const { isStandby, follows, bytesBehind } = await state(position);
        if (!isStandby) throw new WrongServerError('The server is not a standby.');
        if (follows && bytesBehind === 0n) return;
        await sleep(pause, undefined, { signal });
      }
    },
  };
};

/** A server that follows the primary. */
export type Standby = ReturnType<typeof createStandby>;

/** The state of a standby, for operators. */
export interface StandbyReading {
  /** Host and port. */
  readonly name: string;
  /** Why it is asked nothing; undefined where it may be asked. */
  readonly problem: string | undefined;
  /** Bytes of the primary's log that it has not replayed yet; null where unknown. */
  readonly bytesBehind: bigint | null;
}

const PATIENCE_MS = 1_000;

/** Reads the state of all standbys at once. Never throws. */
export const readStandbys = async (
  standbys: readonly Standby[],
  position: () => Promise<WalPosition>,
): Promise<readonly StandbyReading[]> => {
  const committed = await withTimeout(PATIENCE_MS, position()).catch(() => undefined);
  return Promise.all(
    standbys.map(async (standby): Promise<StandbyReading> => {
      const unknown = { name: standby.name, bytesBehind: null };
      if (committed === undefined) return { ...unknown, problem: 'the primary does not report its commits' };
      try {
        const { follows, bytesBehind } = await withTimeout(PATIENCE_MS, standby.state(committed));
        if (follows) return { name: standby.name, problem: undefined, bytesBehind };
        return { ...unknown, problem: 'it is not a standby of the primary' };
      } catch (error) {
        return { ...unknown, problem: error instanceof TimeoutError ? 'it does not answer' : 'it is away' };
      }
    }),
  );
};

export interface OpenStandby {
  readonly standby: Standby;
  readonly database: Database;
}

const nameOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'standby');

/** Reads each server of DATABASE_READ_URL once. @returns the servers, or in words what is wrong with the text */
export const readServers = (text: string): readonly string[] | string => {
  const lists = splitServers(text);
  const problem = lists.find((list) => typeof list === 'string');
  if (problem !== undefined) return problem;
  const several = lists.filter((list): list is ServerList => typeof list !== 'string');
  return [...new Set(several.flatMap(({ urls }) => urls))];
};

/** Opens each standby lazily, with connections of its own, so that the one whose position was checked is the one that is read. */
export const openStandbys = (
  urls: readonly string[],
  optionsOf: (name: string) => Omit<DatabaseOptions, 'url'>,
): readonly OpenStandby[] =>
  urls.map((url) => {
    const name = nameOf(url);
    const database = createDatabase({ ...optionsOf(name), url });
    return { standby: createStandby(name, database), database };
  });
