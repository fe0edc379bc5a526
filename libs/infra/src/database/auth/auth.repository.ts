import { sql } from 'kysely';
import type { Database } from '../create-database.js';

/** A sign-in that waits for its signature. */
interface NonceRecord {
  /** A random uuid, so that a stranger cannot use it up. */
  readonly id: string;
  /** Canonical cash addresses, at least one. */
  readonly addresses: readonly string[];
  readonly nonce: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/** How many expired nonces each new one removes: more than one, so that the table stays small. */
const CLEARED = 20;

export const createAuthRepository = (db: Database) => ({
  /** Stores a nonce, and removes a few expired ones. @param now Unix seconds */
  async addNonce({ id, addresses, nonce, expiresAt }: NonceRecord, now: number) {
    await sql`
      WITH expired AS (
        DELETE FROM auth_nonces WHERE id IN (
          SELECT id FROM auth_nonces WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${CLEARED} FOR UPDATE SKIP LOCKED))
      INSERT INTO auth_nonces (id, addresses, nonce, expires_at) VALUES (${id}, ${addresses}, ${nonce}, ${expiresAt})`.execute(
      db,
    );
  },
  /**
   * Removes a nonce and returns it: of any number of attempts, on any number of replicas, one gets it.
   *
   * @param address the first of its addresses
   * @returns undefined when there is none of this id for this address, or it has expired or been taken
   */
  async takeNonce(id: string, address: string, now: number) {
    return db
      .deleteFrom('authNonces')
      .where('id', '=', id)
      .where(sql<string>`addresses[1]`, '=', address)
      .where('expiresAt', '>', now)
      .returning(['addresses', 'nonce', 'expiresAt'])
      .executeTakeFirst();
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
