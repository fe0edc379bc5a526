import type { Generated } from 'kysely';

/** Transactions sent or verified in the last minute. Unlogged: after a crash of Postgres there are none. */
export interface NotedTransactionsTable {
  txid: string;
  /** Electrum hashes of the scripts it pays, and the outpoints it spends as `txid:vout`. */
  keys: string[];
  notedAt: Generated<Date>;
}
