import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { KEPT_UNTIL } from './kept-until.js';

/** A key that one request holds while it works. */
export interface KeyClaim {
  readonly scope: string;
  readonly key: string;
  readonly token: string;
}

/** The stored answer of a creation, which its repetitions get. */
export interface IdempotentResponse<Stored> {
  readonly claim: KeyClaim;
  /** Of what was asked for. Called once the record is stored, by which time all of the request is read. */
  readonly fingerprint: () => string;
  /** The answer as JSON. */
  readonly answerOf: (stored: Stored) => string;
}

/** Thrown where a request took so long that another request got its key: nothing of it is stored. */
export class IdempotencyKeyLostError extends Error {
  override readonly name = 'IdempotencyKeyLostError';

  constructor(readonly key: string) {
    super('Another request holds the idempotency key now');
  }
}

/** Adapts a kept answer to another stored value, out of which the answer's result is made. */
export const responseAs = <Stored, Result>(
  kept: IdempotentResponse<Result> | undefined,
  resultOf: (stored: Stored) => Result,
): IdempotentResponse<Stored> | undefined =>
  kept && {
    claim: kept.claim,
    fingerprint: kept.fingerprint,
    answerOf: (stored) => kept.answerOf(resultOf(stored)),
  };

/**
 * Stores the answer of a creation that came with a key.
 *
 * @param db the transaction that stores the record: both are there, or neither
 * @returns the record
 * @throws IdempotencyKeyLostError
 */
export const keepAnswer = async <Stored>(
  db: Database,
  stored: Stored,
  kept: IdempotentResponse<Stored> | undefined,
): Promise<Stored> => {
  if (kept === undefined) return stored;
  const { scope, key, token } = kept.claim;
  const { numUpdatedRows } = await db
    .updateTable('idempotencyKeys')
    .set({ fingerprint: kept.fingerprint(), answer: kept.answerOf(stored), expiresAt: KEPT_UNTIL })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('token', '=', token)
    .where(sql<boolean>`answer IS NULL`)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return stored;
  throw new IdempotencyKeyLostError(key);
};
