import { type Selectable, sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { TokensTable } from '../generated/tables.js';
import { NOW } from '../sql/statements.js';

type Row = Selectable<TokensTable>;

/** Texts of a registry about a token, cleaned. */
export type TokenTexts = Readonly<Pick<Row, 'symbol' | 'name' | 'decimals' | 'description' | 'icon'>>;

/** What a transaction of an authchain publishes. */
export interface TokenPublication {
  readonly txid: string;
  /** SHA-256 of the registry, hex; null where it does not say. */
  readonly hash: string | null;
  readonly uris: readonly string[];
}

/** The result of looking up a token. */
export interface TokenFinding extends Readonly<Pick<Row, 'standing' | 'failures' | 'genesisSupply'>> {
  /** How far its authchain was followed; null where there is none. */
  readonly position: { readonly authhead: string; readonly length: number } | null;
  readonly publication: TokenPublication | null;
  /** What is shown of it: of an earlier registry where the present one cannot be read. */
  readonly shown: { readonly hash: string; readonly until: number | null; readonly texts: TokenTexts } | null;
}

/** A token as far as it is known. Times in Unix seconds. */
export interface TokenRecord
  extends TokenFinding, Readonly<Pick<Row, 'category' | 'askedBy' | 'queuedAt' | 'checkedAt' | 'freshUntil'>> {}

const textsOf = ({ symbol, name, decimals, description, icon }: TokenTexts): TokenTexts => ({
  symbol,
  name,
  decimals,
  description,
  icon,
});

const toTokenRecord = (row: Row): TokenRecord => ({
  position: row.authhead === null ? null : { authhead: row.authhead, length: row.authchainLength },
  publication:
    row.publishedIn === null ? null : { txid: row.publishedIn, hash: row.registryHash, uris: row.registryUris ?? [] },
  shown: row.shownHash === null ? null : { hash: row.shownHash, until: row.shownUntil, texts: textsOf(row) },
  ...row,
});

const NO_TEXTS: TokenTexts = { symbol: null, name: null, decimals: null, description: null, icon: null };

/** Returns the columns of what a look-up found. */
const toFindingColumns = ({ position, genesisSupply, publication, shown, standing, failures }: TokenFinding) => ({
  standing,
  genesisSupply,
  failures,
  authhead: position?.authhead ?? null,
  authchainLength: position?.length ?? 0,
  publishedIn: publication?.txid ?? null,
  registryHash: publication?.hash ?? null,
  registryUris: publication === null ? null : [...publication.uris],
  shownHash: shown?.hash ?? null,
  shownUntil: shown?.until ?? null,
  ...(shown?.texts ?? NO_TEXTS),
});

/** Bounds of the queue of tokens that wait to be looked up. */
interface TokenQueueBounds {
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

export const createTokensRepository = (db: Database) => ({
  /** What is known of these; nothing of those that nobody has asked for. */
  async find(categories: readonly string[]) {
    if (categories.length === 0) return [];
    const { rows } = await sql<Selectable<TokensTable>>`
      SELECT * FROM tokens WHERE category = ANY(${[...categories]}::text[])`.execute(db);
    return rows.map(toTokenRecord);
  },
  /** Queues tokens that are unknown or outdated for a look-up, as far as there is room. */
  async ask(categories: readonly string[], network: string, { overall, perNetwork }: TokenQueueBounds) {
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
  /** What is to be looked at: of each network that asks so many at most, those of all networks in turns. */
  async due(perNetwork: number, limit: number) {
    const { rows } = await sql<Selectable<TokensTable>>`
      SELECT * FROM (
        SELECT *, row_number() OVER (PARTITION BY asked_by ORDER BY due_at, category) AS turn
        FROM tokens WHERE queued_at IS NOT NULL AND due_at <= ${NOW}
      ) AS queued
      WHERE turn <= ${perNetwork} ORDER BY turn, due_at LIMIT ${limit}`.execute(db);
    return rows.map(toTokenRecord);
  },
  /** Notes what a look-up found. */
  async settle(category: string, { againIn, freshFor, ...finding }: TokenSettlement) {
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
  /** Removes tokens that were not asked for since the given times, then the oldest beyond a number of rows. */
  async drop({
    unnamedAfter,
    namedAfter,
    rows,
  }: {
    readonly unnamedAfter: number;
    readonly namedAfter: number;
    readonly rows: number;
  }) {
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
  /** How long ago the oldest of those was looked at that somebody asked for within the last day, seconds; null without any. */
  async oldestAge() {
    const { rows } = await sql<{ readonly age: number | null }>`
      SELECT max(${NOW} - checked_at) AS age FROM tokens WHERE asked_at >= ${NOW} - 86400`.execute(db);
    return rows[0]?.age ?? null;
  },
});

/** What registries say of tokens, and the queue of look-ups. */
export type TokensRepository = ReturnType<typeof createTokensRepository>;
