import { sql, type Kysely } from 'kysely';

/**
 * Digests were kept of histories that a reorganisation had emptied meanwhile, so that a contract could be lost when its
 * branch won again. Without them every followed history is read once more, which finds what was lost.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`TRUNCATE scripts`.execute(db);
};

/** A start without digests reads everything once: nothing is to be put back. */
export const down = (): Promise<void> => Promise.resolve();
