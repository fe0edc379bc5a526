import { binToHex, hexToBin } from '@bitauth/libauth';
import { sql } from 'kysely';
import {
  decodeOracleMessage,
  findPairs,
  hasPrice,
  type MessagePair,
  type OracleLie,
  type PriceDate,
} from '@weir/payments';
import type { OracleWindow, SignedPrice } from '../../oracle/fetch-oracle-messages.js';
import type { Database } from '../create-database.js';
import { deleteInBatches } from '../sql/statements.js';

interface Row {
  readonly message: Buffer;
  readonly signature: Buffer;
}

const toSignedPrice = ({ message, signature }: Row): SignedPrice => {
  const bytes = Uint8Array.from(message);
  const decoded = decodeOracleMessage(bytes);
  if (decoded === undefined || !hasPrice(decoded))
    throw new Error(`Expected a message with a price in oracle_messages, found ${binToHex(bytes)}`);
  return { ...decoded, bytes, signature: Uint8Array.from(signature) };
};

const keyOf = (publicKey: string): Buffer => Buffer.from(hexToBin(publicKey));
const buffers = (parts: readonly Uint8Array[]): Buffer[] => parts.map((part) => Buffer.from(part));

/** Most messages of one oracle within an hour that are stored: ten times what it signs. A stolen key must not fill the database. */
const MAX_PER_HOUR = 600;
const HOUR = 3_600n;
const DELETED_AT_ONCE = 5_000;
/** Of one grace, on each side of it: with an oracle that does not lie, one message decides. */
const NEAR_A_DATE = 8;
/** Most graces of a date that are looked at. */
const MAX_GRACES = 1_000n;

/** A window of time in which messages are missing: of the numbers between its ends none is stored. */
export type OracleHole = OracleWindow;

/** Creates access to the messages that oracles signed. Public keys are 66 hex digits, times Unix seconds. */
export const createOracleArchive = (db: Database) => {
  const countWithin = async (publicKey: string, hour: bigint): Promise<number> => {
    const { rows } = await sql<{ readonly count: number }>`
      SELECT count(*)::integer AS count FROM oracle_messages
      WHERE public_key = ${keyOf(publicKey)} AND time BETWEEN ${hour * HOUR} AND ${hour * HOUR + HOUR - 1n}`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  };

  return {
    /**
     * Stores messages whose signatures were checked; those that are stored already stay. Beyond 600 of an hour further ones are left
     * out.
     *
     * @returns how many were left out
     */
    async store(publicKey: string, messages: readonly SignedPrice[]): Promise<number> {
      const hours = new Map<bigint, SignedPrice[]>();
      for (const message of messages)
        hours.set(message.time / HOUR, [...(hours.get(message.time / HOUR) ?? []), message]);
      let leftOut = 0;
      for (const [hour, some] of hours) {
        const room = Math.max(0, MAX_PER_HOUR - (await countWithin(publicKey, hour)));
        const stored = some.slice(0, room);
        leftOut += some.length - stored.length;
        if (stored.length === 0) continue;
        await sql`
          INSERT INTO oracle_messages (public_key, price_number, message, signature, time)
          SELECT ${keyOf(publicKey)}, * FROM unnest(
            ${stored.map(({ priceNumber }) => priceNumber)}::bigint[], ${buffers(stored.map(({ bytes }) => bytes))}::bytea[],
            ${buffers(stored.map(({ signature }) => signature))}::bytea[], ${stored.map(({ time }) => time)}::bigint[])
          ON CONFLICT DO NOTHING`.execute(db);
      }
      return leftOut;
    },

    /** Returns the stored messages of some time, by time and number. */
    async between(publicKey: string, { from, to }: OracleWindow): Promise<SignedPrice[]> {
      const { rows } = await sql<Row>`
        SELECT message, signature FROM oracle_messages
        WHERE public_key = ${keyOf(publicKey)} AND time BETWEEN ${from} AND ${to} ORDER BY time, price_number`.execute(
        db,
      );
      return rows.map(toSignedPrice);
    },

    /** Returns the times of the oldest and the newest message; undefined where none is stored. */
    async span(publicKey: string): Promise<OracleWindow | undefined> {
      const { rows } = await sql<{ readonly oldest: number | null; readonly newest: number | null }>`
        SELECT min(time) AS oldest, max(time) AS newest FROM oracle_messages
        WHERE public_key = ${keyOf(publicKey)}`.execute(db);
      const { oldest = null, newest = null } = rows[0] ?? {};
      return oldest === null || newest === null ? undefined : { from: BigInt(oldest), to: BigInt(newest) };
    },

    /** Returns the newest message; undefined where none is stored. */
    async newest(publicKey: string): Promise<SignedPrice | undefined> {
      const { rows } = await sql<Row>`
        SELECT message, signature FROM oracle_messages
        WHERE public_key = ${keyOf(publicKey)} ORDER BY time DESC, price_number DESC LIMIT 1`.execute(db);
      return rows[0] && toSignedPrice(rows[0]);
    },

    /** Returns where numbers are missing between stored messages from a time on, the latest first. */
    async holes(publicKey: string, since: bigint, limit: number): Promise<OracleHole[]> {
      const { rows } = await sql<{ readonly time: number; readonly nextTime: number }>`
        SELECT time, next_time FROM (
          SELECT time, price_number, lead(time) OVER numbers AS next_time, lead(price_number) OVER numbers AS next_number
          FROM oracle_messages WHERE public_key = ${keyOf(publicKey)} AND time >= ${since}
          WINDOW numbers AS (ORDER BY price_number, time)
        ) AS neighbours
        WHERE next_number > price_number + 1 AND next_time > time ORDER BY time DESC LIMIT ${limit}`.execute(db);
      return rows.map(({ time, nextTime }) => ({ from: BigInt(time), to: BigInt(nextTime) }));
    },

    /**
     * Returns the pairs of messages that fix the price of a date by a time, the earliest first: see `findPairs`. Their signatures were
     * checked when they were stored.
     */
    async pairs(publicKey: string, date: PriceDate, until: bigint): Promise<MessagePair<SignedPrice>[]> {
      const { due, grace } = date;
      const last = until > due + MAX_GRACES * grace ? due + MAX_GRACES * grace : until;
      const key = keyOf(publicKey);
      const { rows } = await sql<Row>`
        SELECT DISTINCT near.message, near.signature
        FROM generate_series(${due}::bigint, ${last}::bigint, ${grace}::bigint) AS anchor, LATERAL (
          (SELECT message, signature FROM oracle_messages
            WHERE public_key = ${key} AND time >= anchor AND time < anchor + ${grace}::bigint AND time <= ${until}::bigint
            ORDER BY time, price_number LIMIT ${NEAR_A_DATE})
          UNION ALL
          (SELECT message, signature FROM oracle_messages
            WHERE public_key = ${key} AND time < anchor AND time >= anchor - ${grace}::bigint
            ORDER BY time DESC, price_number DESC LIMIT ${NEAR_A_DATE})
        ) AS near`.execute(db);
      return findPairs(rows.map(toSignedPrice), date).filter(({ message }) => message.time <= until);
    },

    /** Deletes messages before a time, but for those around full hours: the dates of most payments. */
    async thin(publicKey: string, before: bigint): Promise<void> {
      const statement = sql`
        DELETE FROM oracle_messages WHERE ctid IN (
          SELECT old.ctid FROM oracle_messages AS old
          WHERE old.public_key = ${keyOf(publicKey)} AND old.time < ${before} AND NOT EXISTS (
            SELECT FROM oracle_messages AS near WHERE near.public_key = old.public_key
              AND near.price_number BETWEEN old.price_number - 1 AND old.price_number + 1
              AND sign(near.price_number - old.price_number) = sign(near.time / ${HOUR}::bigint - old.time / ${HOUR}::bigint)
              AND near.price_number <> old.price_number)
          LIMIT ${DELETED_AT_ONCE})`;
      await deleteInBatches(db, DELETED_AT_ONCE, statement);
    },

    /** Stores what contradicts each other, with the proof. @returns those that were not known before */
    async noteLies(
      publicKey: string,
      lies: readonly OracleLie<SignedPrice>[],
      foundAt: bigint,
    ): Promise<OracleLie<SignedPrice>[]> {
      const found: OracleLie<SignedPrice>[] = [];
      for (const lie of lies) {
        const [one, other] = lie.messages;
        const { numAffectedRows = 0n } = await sql`
          INSERT INTO oracle_lies (public_key, kind, message, signature, other_message, other_signature, found_at)
          SELECT ${keyOf(publicKey)}, ${lie.kind}, ${Buffer.from(one.bytes)}::bytea, ${Buffer.from(one.signature)}::bytea,
            ${Buffer.from(other.bytes)}::bytea, ${Buffer.from(other.signature)}::bytea, ${foundAt}
          ON CONFLICT DO NOTHING`.execute(db);
        if (numAffectedRows > 0n) found.push(lie);
      }
      return found;
    },

    /** Returns how many contradictions of an oracle are known. */
    async countLies(publicKey: string): Promise<number> {
      const { rows } = await sql<{ readonly count: number }>`
        SELECT count(*)::integer AS count FROM oracle_lies WHERE public_key = ${keyOf(publicKey)}`.execute(db);
      return rows[0]?.count ?? 0;
    },
  };
};

/** Access to the messages that oracles signed. */
export type OracleArchive = ReturnType<typeof createOracleArchive>;
