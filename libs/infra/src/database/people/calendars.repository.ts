import { sql } from 'kysely';
import type { Database } from '../create-database.js';

/** The calendar of an address. */
export interface CalendarRecord {
  /** What parties are compared by: see `partyKey`. */
  readonly partyHash: string;
  readonly address: string;
}

export const createCalendarsRepository = (db: Database) => ({
  /** Gives an address a link in place of the one before. @param digest of its secret, hex */
  async replace({ partyHash, address }: CalendarRecord, digest: string): Promise<void> {
    await sql`
      INSERT INTO calendars (party_hash, address, link_digest) VALUES (${partyHash}, ${address}, ${digest})
      ON CONFLICT (party_hash) DO UPDATE SET link_digest = excluded.link_digest, address = excluded.address`.execute(
      db,
    );
  },
  async remove(partyHash: string): Promise<void> {
    await sql`DELETE FROM calendars WHERE party_hash = ${partyHash}`.execute(db);
  },
  /** @param digest of the secret of its link, hex */
  async find(digest: string): Promise<CalendarRecord | undefined> {
    const { rows } = await sql<CalendarRecord>`
      SELECT party_hash, address FROM calendars WHERE link_digest = ${digest}`.execute(db);
    return rows[0];
  },
});

/** Calendars and their links. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export type CalendarsRepository = ReturnType<typeof createCalendarsRepository>;
