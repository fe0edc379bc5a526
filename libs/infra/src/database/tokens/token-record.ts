import type { Selectable } from 'kysely';
import type { TokensTable, TokenStanding } from './token-tables.js';

/** Texts of a registry about a token, cleaned. */
export interface TokenTexts {
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number | null;
  readonly description: string | null;
  readonly icon: string | null;
}

/** What a transaction of an authchain publishes. */
export interface TokenPublication {
  readonly txid: string;
  /** SHA-256 of the registry, hex; null where it does not say. */
  readonly hash: string | null;
  readonly uris: readonly string[];
}

/** The result of looking up a token. */
export interface TokenFinding {
  readonly standing: TokenStanding;
  /** How far its authchain was followed; null where there is none. */
  readonly position: { readonly authhead: string; readonly length: number } | null;
  readonly publication: TokenPublication | null;
  /** What is shown of it: of an earlier registry where the present one cannot be read. */
  readonly shown: { readonly hash: string; readonly until: number | null; readonly texts: TokenTexts } | null;
  readonly failures: number;
}

/** A token as far as it is known. Times in Unix seconds. */
export interface TokenRecord extends TokenFinding {
  readonly category: string;
  readonly askedBy: string | null;
  readonly isQueued: boolean;
  readonly checkedAt: number | null;
  readonly freshUntil: number | null;
}

const seconds = (value: number | null): number | null => (value === null ? null : value);

/** Converts a row to a token's record. */
export const toTokenRecord = (row: Selectable<TokensTable>): TokenRecord => ({
  category: row.category,
  askedBy: row.askedBy,
  isQueued: row.queuedAt !== null,
  standing: row.standing,
  position: row.authhead === null ? null : { authhead: row.authhead, length: row.authchainLength },
  publication:
    row.publishedIn === null ? null : { txid: row.publishedIn, hash: row.registryHash, uris: row.registryUris ?? [] },
  shown:
    row.shownHash === null
      ? null
      : {
          hash: row.shownHash,
          until: seconds(row.shownUntil),
          texts: {
            symbol: row.symbol,
            name: row.name,
            decimals: row.decimals,
            description: row.description,
            icon: row.icon,
          },
        },
  checkedAt: seconds(row.checkedAt),
  freshUntil: seconds(row.freshUntil),
  failures: row.failures,
});
