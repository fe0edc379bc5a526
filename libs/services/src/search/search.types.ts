import type { FoundRecord, SearchQuestion } from '@weir/infra';
import type { Viewer } from '../shared/viewer.js';

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

/** Finds records by addresses, hashes, outpoints and ids. */
export interface SearchService {
  /**
   * Records by contract address, outpoint of a state, hash of a transaction, display id or uuid; a vault by its own id, too.
   * Private vaults and their proposals show only to their members. Nothing found is an empty result.
   *
   * @throws ServiceError INVALID_REQUEST where the text can be none of these
   */
  search(text: string, viewer: Viewer | undefined): Promise<SearchResult>;
}
