import { sql } from 'kysely';
import type { Database } from '../create-database.js';

/** The calendar of the addresses of one wallet. */
export interface CalendarRecord {
  /** What parties are compared by, the first by which the calendar is known: see `partyKey`. */
  readonly partyHashes: readonly [string, ...string[]];
  /** The first. */
  readonly address: string;
}

export const createCalendarsRepository = (db: Database) => ({
  /** Gives a wallet a link in place of the one before. @param digest of its secret, hex */
  async replace({ partyHashes, address }: CalendarRecord, digest: string): Promise<void> {
    await sql`
      INSERT INTO calendars (party_hash, party_hashes, address, link_digest)
      VALUES (${partyHashes[0]}, ${partyHashes}::text[], ${address}, ${digest})
      ON CONFLICT (party_hash) DO UPDATE SET link_digest = excluded.link_digest, party_hashes = excluded.party_hashes,
        address = excluded.address`.execute(db);
  },
  async remove(partyHash: string): Promise<void> {
    await sql`DELETE FROM calendars WHERE party_hash = ${partyHash}`.execute(db);
  },
  /** @param digest of the secret of its link, hex */
  async find(digest: string): Promise<CalendarRecord | undefined> {
    const { rows } = await sql<CalendarRecord>`
      SELECT party_hashes, address FROM calendars WHERE link_digest = ${digest}`.execute(db);
    return rows[0];
  },
});

/** Calendars and their links. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export type CalendarsRepository = ReturnType<typeof createCalendarsRepository>;
