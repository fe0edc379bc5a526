import { binToHex } from '@bitauth/libauth';
import { type Network, parseParty as readParty } from '@weir/covenants';
import { type ExplorerRepository, type SearchRepository, scriptHashOf, type SearchQuestion } from '@weir/infra';
import { bindUseCases } from '../shared/bind-use-cases.js';
import { callerHashes, type Viewer } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import { textQueryOf } from '../shared/text-query.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HASH = /^[0-9a-f]{64}$/;
const OUTPOINT = /^([0-9a-f]{64}):([0-9]{1,10})$/;
/** The `#` is missing where the text comes from a URL. */
const DISPLAY_ID = /^#?(weir-[a-z]{3,4}-[0-9]{6,})$/;

/** Reads a search text; undefined for one that cannot name anything. */
const readQuestion = (text: string, network: Network): Exclude<SearchQuestion, { by: 'ids' }> | undefined => {
  const word = text.trim().toLowerCase();
  if (UUID.test(word)) return { by: 'id', id: word };
  if (HASH.test(word)) return { by: 'transaction', txid: word };
  const [, txid, vout] = OUTPOINT.exec(word) ?? [];
  if (txid !== undefined && vout !== undefined) {
    // No outpoint has an index beyond this.
    const index = Math.min(Number(vout), 0x7fff_ffff);
    return { by: 'outpoint', txid, vout: index };
  }
  const [, displayId] = DISPLAY_ID.exec(word) ?? [];
  if (displayId !== undefined) return { by: 'displayId', displayId: `#${displayId.toUpperCase()}` };
  const address = readParty(text, network);
  if (!address.ok) return undefined;
  return {
    by: 'contract',
    lockingBytecode: binToHex(address.party),
    scriptHash: scriptHashOf(address.party),
  };
};

export interface SearchContext {
  readonly records: SearchRepository;
  readonly explorer: Pick<ExplorerRepository, 'list'>;
  readonly network: Network;
}

/** Siblings of a plan share an address: those beyond the limit are found in their lists. */
const MAX_RECORDS = 50;

/** Longest word that is one of a language: longer ones are addresses and hashes that are none. */
const LONGEST_WORD = 40;

const wordsIn = (text: string): string | undefined =>
  text.split(/\s+/).some((word) => word.length > LONGEST_WORD) ? undefined : textQueryOf(text);

/**
 * Finds records by contract address, outpoint of a state, hash of a transaction, display id or uuid; a vault by its own id, too; else by
 * the words of their titles and descriptions. Private vaults and their proposals show only to their members. Nothing found is an
 * empty result.
 *
 * @throws ServiceError INVALID_REQUEST where the text can be not one of these
 */
const search = async ({ records, explorer, network }: SearchContext, text: string, viewer: Viewer | undefined) => {
  const question = readQuestion(text, network);
  const hashes = viewer === undefined ? [] : callerHashes(viewer.addresses, network);
  if (question !== undefined) {
    const found = await records.find(question, hashes, MAX_RECORDS + 1);
    return { searchedAs: question.by, records: found.slice(0, MAX_RECORDS), more: found.length > MAX_RECORDS };
  }
  const words = wordsIn(text);
  if (words !== undefined) {
    const { rows, nextCursor } = await explorer.list({ words, limit: MAX_RECORDS });
    const ids = rows.map(({ id }) => id);
    const found = ids.length === 0 ? [] : await records.find({ by: 'ids', ids }, hashes, MAX_RECORDS);
    return { searchedAs: 'text' as const, records: found, more: nextCursor !== null };
  }
  throw new ServiceError(
    'INVALID_REQUEST',
    `q must be a contract address of ${network}, an outpoint (txid:vout), a transaction hash, a display id such as #WEIR-BCH-000001, the id of a record, or words of its title. Records of a sender or recipient are found by the filters of the lists`,
    { field: 'q' },
  );
};

export const createSearchService = (context: SearchContext) => bindUseCases(context, { search });

export type SearchService = ReturnType<typeof createSearchService>;
