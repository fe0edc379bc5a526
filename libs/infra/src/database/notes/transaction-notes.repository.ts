import { sql } from 'kysely';
import {
  NOTED_SECONDS,
  noteKeysOf,
  NOTES_AT_ONCE,
  type TransactionNotes,
} from '../../electrum/chain/transaction-notes.js';
import type { Database } from '../create-database.js';

/** How many old notes each new one removes: more than one, so that only a minute's remain. */
const CLEARED = 100;

const EXPIRED = sql`now() - make_interval(secs => ${NOTED_SECONDS})`;

/**
 * Builds notes in Postgres, shared by all replicas.
 *
 * @param onError called with why something could not be noted
 */
export const createTransactionNotes = (
  db: Database,
  onError: (error: unknown) => void = () => undefined,
): TransactionNotes => ({
  async note(noted) {
    try {
      await sql`
        WITH cleared AS (
          DELETE FROM noted_transactions WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM noted_transactions WHERE noted_at < ${EXPIRED} AND txid <> ${noted.txid}
            ORDER BY noted_at LIMIT ${CLEARED} FOR UPDATE SKIP LOCKED))
        )
        INSERT INTO noted_transactions (txid, keys) VALUES (${noted.txid}, ${noteKeysOf(noted)}::text[])
        ON CONFLICT (txid) DO UPDATE SET noted_at = excluded.noted_at`.execute(db);
    } catch (error) {
      onError(error);
    }
  },
  async find(keys) {
    const { rows } = await sql<{ readonly txid: string }>`
      WITH found AS MATERIALIZED (SELECT txid, noted_at FROM noted_transactions WHERE keys && ${keys}::text[])
      SELECT txid FROM found WHERE noted_at >= ${EXPIRED} ORDER BY noted_at DESC LIMIT ${NOTES_AT_ONCE}`.execute(db);
    return rows.map(({ txid }) => txid);
  },
});
