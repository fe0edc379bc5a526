import { sql } from 'kysely';
import type { Database } from '../create-database.js';

/** A message that waits for its address's signature. */
export interface NonceRecord {
  /** A random uuid: who does not know it cannot use the message up. */
  readonly id: string;
  /** Canonical cash address. */
  readonly address: string;
  readonly message: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/** What proving a caller needs of the database. Every method throws DatabaseUnavailableError when it is away. */
export interface AuthRepository {
  /** Keeps a message. @param now Unix seconds, for clearing out a few expired ones on the way */
  addNonce(nonce: NonceRecord, now: number): Promise<void>;
  /**
   * Takes a message out, for ever: of any number of attempts, on any number of replicas, one gets it.
   *
   * @returns the message; undefined when there is none of this id for this address, or it has expired or been taken
   */
  takeNonce(id: string, address: string, now: number): Promise<string | undefined>;
  /** The secret of this name: the first candidate that any replica offered. */
  sharedSecret(name: string, candidate: string): Promise<string>;
}

/** Cleared out with each new message: more than come in, so that the table holds what is alive and little else. */
const CLEARED = 20;

export const createAuthRepository = (db: Database): AuthRepository => ({
  async addNonce({ id, address, message, expiresAt }, now) {
    await sql`
      WITH expired AS (
        DELETE FROM auth_nonces WHERE id IN (
          SELECT id FROM auth_nonces WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${CLEARED} FOR UPDATE SKIP LOCKED))
      INSERT INTO auth_nonces (id, address, message, expires_at) VALUES (${id}, ${address}, ${message}, ${expiresAt})`.execute(
      db,
    );
  },
  async takeNonce(id, address, now) {
    const taken = await db
      .deleteFrom('auth_nonces')
      .where('id', '=', id)
      .where('address', '=', address)
      .where('expires_at', '>', BigInt(now))
      .returning('message')
      .executeTakeFirst();
    return taken?.message;
  },
  async sharedSecret(name, candidate) {
    const { value } = await db
      .insertInto('service_secrets')
      .values({ name, value: candidate })
      // Changes nothing, but gives back the row that was there first.
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
      .returning('value')
      .executeTakeFirstOrThrow();
    return value;
  },
});
