import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { Outpoint } from '../transitions/transition-record.js';

/** A coin that was found at a vault's address. */
export interface DepositedCoin extends Outpoint {
  readonly satoshis: bigint;
  /** Fungible tokens in it; null without any. */
  readonly tokens: { readonly category: string; readonly amount: bigint } | null;
}

/** The recorded deposits of a vault, as far as checking its coins needs them. */
export interface KnownDeposits {
  /** Which of the coins are recorded, in their order. */
  readonly isKnown: readonly boolean[];
  /** Those that the chain can still drop. */
  readonly unfinal: readonly Outpoint[];
}

/** The changes of a vault's deposits that a check found. */
export interface DepositChanges {
  readonly found: readonly DepositedCoin[];
  /** Of transactions that are no more. */
  readonly gone: readonly Outpoint[];
  /** Those that no reorganisation can drop any more. */
  readonly final: readonly Outpoint[];
}

const outpoints = (coins: readonly Outpoint[]) =>
  sql`unnest(${coins.map(({ txid }) => txid)}::text[], ${coins.map(({ vout }) => vout)}::integer[])`;

/** Reads what is recorded of coins at a vault's address. */
export const knownDeposits = async (
  db: Database,
  vaultId: string,
  coins: readonly Outpoint[],
): Promise<KnownDeposits> => {
  const { rows } = await sql<{ readonly known: boolean }>`
    SELECT EXISTS (SELECT FROM vault_deposits AS d WHERE d.vault_id = ${vaultId} AND d.tx_hash = coin.txid AND d.vout = coin.vout) AS known
    FROM ROWS FROM (${outpoints(coins)}) WITH ORDINALITY AS coin (txid, vout, position) ORDER BY position`.execute(db);
  const unfinal = await db
    .selectFrom('vaultDeposits')
    .select(['txHash', 'vout'])
    .where('vaultId', '=', vaultId)
    // Word for word the condition of the partial index.
    .where(sql<boolean>`NOT final`)
    .execute();
  return {
    isKnown: rows.map(({ known }) => known),
    unfinal: unfinal.map(({ txHash, vout }) => ({ txid: txHash, vout })),
  };
};

/** Records the changes that a check found. @param db the transaction that holds the lock on the vault */
export const noteDeposits = async (
  db: Database,
  vaultId: string,
  { found, gone, final }: DepositChanges,
): Promise<void> => {
  if (found.length > 0)
    await db
      .insertInto('vaultDeposits')
      .values(
        found.map(({ txid, vout, satoshis, tokens }) => ({
          vaultId: vaultId,
          txHash: txid,
          vout,
          satoshis,
          tokenCategory: tokens?.category ?? null,
          tokenAmount: tokens?.amount ?? null,
        })),
      )
      .onConflict((conflict) => conflict.columns(['vaultId', 'txHash', 'vout']).doNothing())
      .execute();
  if (gone.length > 0)
    await sql`DELETE FROM vault_deposits WHERE vault_id = ${vaultId} AND NOT final AND (tx_hash, vout) IN (SELECT * FROM ${outpoints(gone)})`.execute(
      db,
    );
  if (final.length > 0)
    await sql`UPDATE vault_deposits SET final = true WHERE vault_id = ${vaultId} AND NOT final AND (tx_hash, vout) IN (SELECT * FROM ${outpoints(final)})`.execute(
      db,
    );
};
