import type { FoundRecord, SearchQuestion } from '@weir/infra';

/** How a search text was interpreted. */
export type SearchedAs = SearchQuestion['by'];

/** A record that was found. */
export type { FoundKind, FoundRecord } from '@weir/infra';

/** What a search found. */
export interface SearchResult {
  readonly searchedAs: SearchedAs;
  /** The newest first. */
  readonly records: readonly FoundRecord[];
  /** Whether there are more than are shown. */
  readonly more: boolean;
}
