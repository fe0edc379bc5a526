import type { Selectable } from 'kysely';
import type { TokensTable } from './token-tables.js';

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
export interface TokenFinding extends Readonly<Pick<Row, 'standing' | 'failures'>> {
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

/** Reads a row. */
export const toTokenRecord = (row: Row): TokenRecord => ({
  position: row.authhead === null ? null : { authhead: row.authhead, length: row.authchainLength },
  publication:
    row.publishedIn === null ? null : { txid: row.publishedIn, hash: row.registryHash, uris: row.registryUris ?? [] },
  shown: row.shownHash === null ? null : { hash: row.shownHash, until: row.shownUntil, texts: textsOf(row) },
  ...row,
});

const NO_TEXTS: TokenTexts = { symbol: null, name: null, decimals: null, description: null, icon: null };

/** Returns the columns of what a look-up found. */
export const toFindingColumns = ({ position, publication, shown, standing, failures }: TokenFinding) => ({
  standing,
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
