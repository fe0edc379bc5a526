import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { type Admission, admitted } from '../quotas/admission.js';
import { NOW } from '../sql/statements.js';

/** How long an answer is stored, seconds. */
const KEPT_SECONDS = 86_400;

/**
 * The end of the time for which an answer stored now is kept, Unix seconds, by the database's clock, which all replicas
 * share.
 */
const KEPT_UNTIL = sql<number>`${NOW} + ${sql.lit(KEPT_SECONDS)}`;

/** A key that one request holds while it works. */
export interface KeyClaim {
  readonly scope: string;
  readonly key: string;
  readonly token: string;
}

/** The condition of a key to be held by a request still. */
const isHeld = ({ scope, key, token }: KeyClaim) =>
  sql<boolean>`(scope = ${scope} AND key = ${key} AND token = ${token})`;

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
  const { numUpdatedRows } = await db
    .updateTable('idempotencyKeys')
    .set({ fingerprint: kept.fingerprint(), answer: kept.answerOf(stored), expiresAt: KEPT_UNTIL })
    .where(isHeld(kept.claim))
    .where(sql<boolean>`answer IS NULL`)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return stored;
  throw new IdempotencyKeyLostError(kept.claim.key);
};

/** The parties whose quota a key counts for. */
export type KeyAdmission = Omit<Admission, 'expiresAt'>;

export type KeyState =
  | { readonly state: 'claimed'; readonly claim: KeyClaim }
  | { readonly state: 'answered'; readonly fingerprint: string; readonly answer: string }
  /** `seconds`: left of the lease of the request that holds it. */
  | { readonly state: 'running'; readonly seconds: number };

/** How often a claim of a key is tried while others change it. */
const ATTEMPTS = 5;

const until = (leaseSeconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

const find = async (db: Database, scope: string, key: string): Promise<KeyState | undefined> => {
  const row = await db
    .selectFrom('idempotencyKeys')
    .select(['fingerprint', 'answer'])
    .select(sql<number>`extract(epoch FROM running_until - clock_timestamp())::float8`.as('seconds'))
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('expiresAt', '>', NOW)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { fingerprint, answer, seconds } = row;
  if (fingerprint !== null && answer !== null) return { state: 'answered', fingerprint, answer };
  return seconds > 0 ? { state: 'running', seconds } : undefined;
};

const take = (db: Database, { scope, key, token }: KeyClaim, leaseSeconds: number, admission: KeyAdmission) =>
  admitted(
    db,
    { kind: 'idempotency_keys', admission: { ...admission, expiresAt: null } },
    async (transaction, counted) => {
      const answer = { fingerprint: null, answer: null };
      const columns = { ...counted, token, runningUntil: until(leaseSeconds), ...answer, expiresAt: KEPT_UNTIL };
      const taken = await transaction
        .insertInto('idempotencyKeys')
        .values({ scope, key, ...columns })
        .onConflict((conflict) =>
          conflict
            .columns(['scope', 'key'])
            .doUpdateSet(columns)
            .where(
              sql<boolean>`idempotency_keys.expires_at <= ${NOW}
                OR (idempotency_keys.answer IS NULL AND idempotency_keys.running_until <= clock_timestamp())`,
            ),
        )
        .returning('token')
        .executeTakeFirst();
      return taken !== undefined;
    },
  );

export const createIdempotencyRepository = (db: Database) => ({
  find: (scope: string, key: string) => find(db, scope, key),
  /**
   * Takes a key that nobody holds: never used, expired, or of a request whose lease expired.
   *
   * @param leaseSeconds for which it is held unless it is renewed
   * @throws QuotaExceededError where somebody has as many keys as they may
   */
  async claim(scope: string, key: string, leaseSeconds: number, admission: KeyAdmission): Promise<KeyState> {
    for (let tries = 0; tries < ATTEMPTS; tries += 1) {
      const found = await find(db, scope, key);
      if (found !== undefined) return found;
      const claim = { scope, key, token: randomUUID() };
      if (await take(db, claim, leaseSeconds, admission)) return { state: 'claimed', claim };
    }
    return { state: 'running', seconds: 1 };
  },
  /** Holds a key for longer. */
  async renew(claim: KeyClaim, leaseSeconds: number) {
    await db
      .updateTable('idempotencyKeys')
      .set({ runningUntil: until(leaseSeconds) })
      .where(isHeld(claim))
      .execute();
  },
  /** Releases a key without an answer: its request may come again. */
  async release(claim: KeyClaim) {
    await db
      .deleteFrom('idempotencyKeys')
      .where(isHeld(claim))
      .where(sql<boolean>`answer IS NULL`)
      .execute();
  },
  /** Removes keys that have expired. @returns how many */
  async removeExpired(limit: number) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM idempotency_keys WHERE expires_at <= ${NOW} ORDER BY expires_at LIMIT ${limit}
        FOR UPDATE SKIP LOCKED))`.execute(db);
    return Number(numAffectedRows);
  },
});

/** Idempotency keys in Postgres. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export type IdempotencyRepository = ReturnType<typeof createIdempotencyRepository>;
