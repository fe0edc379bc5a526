import type { ColumnType } from 'kysely';

/** Keys of creations: who holds one, and the answer of its creation. */
export interface IdempotencyKeysTable {
  /** Whose key it is. */
  scope: string;
  key: string;
  /** Identifies the request that holds it, so that one whose lease expired can no longer answer. */
  token: string;
  runningUntil: ColumnType<Date, Date, Date>;
  /** Of what the creation was asked for; with the answer, or not at all. */
  fingerprint: string | null;
  /** JSON. */
  answer: string | null;
  createdBy: string | null;
  createdFrom: string | null;
  /** Unix seconds by the database's clock. */
  expiresAt: number;
}
