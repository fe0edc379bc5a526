import type { Network } from '@weir/covenants';
import type { SearchRepository } from '@weir/infra';
import { bindUseCases } from '../shared/bind-use-cases.js';
import { parseParty } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import type { Viewer } from '../shared/viewer.js';
import { readQuestion } from './read-question.js';
import type { SearchResult } from './search.types.js';

/** The dependencies of search. */
export interface SearchContext {
  readonly records: SearchRepository;
  readonly network: Network;
}

/** Siblings of a plan share an address: those beyond the limit are found in their lists. */
const MAX_RECORDS = 50;

/**
 * Finds records by contract address, outpoint of a state, hash of a transaction, display id or uuid; a vault by its own id, too.
 * Private vaults and their proposals show only to their members. Nothing found is an empty result.
 *
 * @throws ServiceError INVALID_REQUEST where the text can be none of these
 */
const search = async (
  { records, network }: SearchContext,
  text: string,
  viewer: Viewer | undefined,
): Promise<SearchResult> => {
  const question = readQuestion(text, network);
  if (question === undefined) {
    throw new ServiceError(
      'INVALID_REQUEST',
      `q must be a contract address of ${network}, an outpoint (txid:vout), a transaction hash, a display id such as #WEIR-BCH-000001, or the id of a record. Records of a sender or recipient are found by the filters of the lists`,
      { field: 'q' },
    );
  }
  const hash = viewer && parseParty(viewer.address, network, 'x-user-address').hashHex;
  const found = await records.find(question, hash, MAX_RECORDS + 1);
  return { searchedAs: question.by, records: found.slice(0, MAX_RECORDS), more: found.length > MAX_RECORDS };
};

/** Builds search over a database. Holds no state of its own. */
export const createSearchService = (context: SearchContext) => bindUseCases(context, { search });

export type SearchService = ReturnType<typeof createSearchService>;
