import { sql, type Selectable } from 'kysely';
import type { Database } from '../create-database.js';
import { NOW } from '../seconds.js';
import { toFindingColumns, toTokenRecord, type TokenFinding, type TokenRecord } from './token-record.js';
import type { TokensTable } from './token-tables.js';

/** Bounds of the queue of tokens that wait to be looked up. */
export interface TokenQueueBounds {
  readonly overall: number;
  readonly perNetwork: number;
}

/** What follows from a look-up. */
export interface TokenSettlement extends TokenFinding {
  /** Seconds until the next look-up, which continues this one; null where it is complete. */
  readonly againIn: number | null;
  /** Seconds until the finding counts as outdated. */
  readonly freshFor: number;
}

/** What registries say of tokens, and the queue of look-ups. */
export interface TokensRepository {
  /** What is known of these; nothing of those that nobody has asked for. */
  find(categories: readonly string[]): Promise<readonly TokenRecord[]>;
  /** Queues tokens that are unknown or outdated for a look-up, as far as there is room. */
  ask(categories: readonly string[], network: string, bounds: TokenQueueBounds): Promise<void>;
  /** What is to be looked at: of each network that asks so many at most, those of all networks in turns. */
  due(perNetwork: number, limit: number): Promise<readonly TokenRecord[]>;
  /** Notes what a look-up found. */
  settle(category: string, settlement: TokenSettlement): Promise<void>;
  /** Removes tokens that were not asked for since the given times, then the oldest beyond a number of rows. */
  drop(options: { readonly unnamedAfter: number; readonly namedAfter: number; readonly rows: number }): Promise<void>;
  /** How long ago the oldest of those was looked at that somebody asked for within the last day, seconds; null without any. */
  oldestAge(): Promise<number | null>;
}

/** Builds the repository over `db`. Holds no state of its own. */
export const createTokensRepository = (db: Database): TokensRepository => ({
  async find(categories) {
    if (categories.length === 0) return [];
    const { rows } = await sql<Selectable<TokensTable>>`
      SELECT * FROM tokens WHERE category = ANY(${[...categories]}::text[])`.execute(db);
    return rows.map(toTokenRecord);
  },
  async ask(categories, network, { overall, perNetwork }) {
    if (categories.length === 0) return;
    // Always in one order, so that two requests for the same tokens cannot deadlock.
    await sql`
      INSERT INTO tokens (category, queued_at, due_at, asked_by)
      SELECT category, ${NOW}, ${NOW}, ${network} FROM unnest(${[...new Set(categories)].sort()}::text[]) AS category
      LIMIT greatest(0, (SELECT least(${overall} - count(*), ${perNetwork} - count(*) FILTER (WHERE asked_by = ${network}))
        FROM tokens WHERE queued_at IS NOT NULL))
      ON CONFLICT (category) DO UPDATE
      SET queued_at = excluded.queued_at, due_at = excluded.due_at, asked_by = excluded.asked_by, asked_at = ${NOW}
      WHERE tokens.queued_at IS NULL AND coalesce(tokens.fresh_until, 0) <= ${NOW}`.execute(db);
  },
  async due(perNetwork, limit) {
    const { rows } = await sql<Selectable<TokensTable>>`
      SELECT * FROM (
        SELECT *, row_number() OVER (PARTITION BY asked_by ORDER BY due_at, category) AS turn
        FROM tokens WHERE queued_at IS NOT NULL AND due_at <= ${NOW}
      ) AS queued
      WHERE turn <= ${perNetwork} ORDER BY turn, due_at LIMIT ${limit}`.execute(db);
    return rows.map(toTokenRecord);
  },
  async settle(category, { againIn, freshFor, ...finding }) {
    await db
      .updateTable('tokens')
      .set({
        ...(againIn === null
          ? { queuedAt: null, dueAt: null, checkedAt: NOW, freshUntil: sql<number>`${NOW} + ${freshFor}::bigint` }
          : { dueAt: sql<number>`${NOW} + ${againIn}::bigint` }),
        ...toFindingColumns(finding),
      })
      .where('category', '=', category)
      .execute();
  },
  async drop({ unnamedAfter, namedAfter, rows }) {
    await sql`
      DELETE FROM tokens WHERE queued_at IS NULL
        AND asked_at < ${NOW} - CASE WHEN shown_hash IS NULL THEN ${unnamedAfter}::bigint ELSE ${namedAfter}::bigint END`.execute(
      db,
    );
    // Tokens without a name, which strangers can invent, go first.
    await sql`
      DELETE FROM tokens WHERE category IN (
        SELECT category FROM tokens WHERE queued_at IS NULL ORDER BY shown_hash IS NULL, asked_at DESC OFFSET ${rows}
      )`.execute(db);
  },
  async oldestAge() {
    const { rows } = await sql<{ readonly age: number | null }>`
      SELECT max(${NOW} - checked_at) AS age FROM tokens WHERE asked_at >= ${NOW} - 86400`.execute(db);
    return rows[0]?.age ?? null;
  },
});
