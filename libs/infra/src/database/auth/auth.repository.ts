import { sql } from 'kysely';
import type { Database } from '../create-database.js';

/** A message that waits for its address's signature. */
interface NonceRecord {
  /** A random uuid, so that a stranger cannot use the message up. */
  readonly id: string;
  /** Canonical cash address. */
  readonly address: string;
  readonly message: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/** How many expired messages each new one removes: more than one, so that the table stays small. */
const CLEARED = 20;

/** Builds the repository over `db`. Holds no state of its own. */
export const createAuthRepository = (db: Database) => ({
  /** Stores a message, and removes a few expired ones. @param now Unix seconds */
  async addNonce({ id, address, message, expiresAt }: NonceRecord, now: number) {
    await sql`
      WITH expired AS (
        DELETE FROM auth_nonces WHERE id IN (
          SELECT id FROM auth_nonces WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${CLEARED} FOR UPDATE SKIP LOCKED))
      INSERT INTO auth_nonces (id, address, message, expires_at) VALUES (${id}, ${address}, ${message}, ${expiresAt})`.execute(
      db,
    );
  },
  /**
   * Removes a message and returns it: of any number of attempts, on any number of replicas, one gets it.
   *
   * @returns the message; undefined when there is none of this id for this address, or it has expired or been taken
   */
  async takeNonce(id: string, address: string, now: number) {
    const taken = await db
      .deleteFrom('authNonces')
      .where('id', '=', id)
      .where('address', '=', address)
      .where('expiresAt', '>', now)
      .returning('message')
      .executeTakeFirst();
    return taken?.message;
  },
  /** Reads the secret of this name: the first candidate that any replica offered. */
  async sharedSecret(name: string, candidate: string) {
    const { value } = await db
      .insertInto('serviceSecrets')
      .values({ name, value: candidate })
      // An update without effect that returns the row that was there first.
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
      .returning('value')
      .executeTakeFirstOrThrow();
    return value;
  },
});

/** The database operations of sign-in. Every method throws DatabaseUnavailableError when it cannot be reached. */
export type AuthRepository = ReturnType<typeof createAuthRepository>;
