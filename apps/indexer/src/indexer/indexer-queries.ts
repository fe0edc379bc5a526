import { binToHex } from '@bitauth/libauth';
import type { IndexedStatesBody, ListIndexedQuery, LocksQuery, Normalized } from '@weir/api-contract';
import { addressPrefix, type Network, type Outpoint, parseParty } from '@weir/covenants';
import { ApiError } from '@weir/http';
import { type IndexerStatus, type KnownSupplies, SupplyPendingError } from '@weir/indexing';
import {
  type ApiRecordsReader,
  type ContractPageRequest,
  type Page,
  type IndexedContract,
  type IndexReader,
  scriptHashOf,
} from '@weir/infra';
import { INDEXED_LISTS, type IndexedList } from '@weir/kinds';
import { explainAddress, faultDetails, faultText } from '@weir/merkle/addresses';
import {
  type ApiStatus,
  readApiViews,
  tryApiViews,
  commitmentViews,
  contractView,
  eventView,
  stateView,
} from './contract-view.js';
import { dayRange, tvlView, volumeView } from './statistics-view.js';
import { lockView, supplyView } from './supply-view.js';

/** Most queries of the API's database for one page. */
const MAX_LOOKS = 20;

/**
 * Returns a page of the contracts with a given API status. The API's database is a separate one, so pages are read and
 * filtered: where few contracts match, a page holds those found within a bounded number of queries, and its cursor
 * leads on.
 *
 * @throws ApiError INVALID_REQUEST where the API's database is not configured
 * @throws DatabaseUnavailableError, of the API's database as well; InvalidCursorError
 */
const listByApiStatus = async (
  request: ContractPageRequest,
  apiStatus: ApiStatus,
  reader: Pick<IndexReader, 'list'>,
  records: ApiRecordsReader | undefined,
): Promise<Page<IndexedContract>> => {
  if (records === undefined)
    throw new ApiError('INVALID_REQUEST', 'apiStatus is not available: this indexer has no API_DATABASE_URL', {
      field: 'apiStatus',
    });
  const rows: IndexedContract[] = [];
  let { cursor } = request;
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const page = await reader.list({ ...request, limit: request.limit - rows.length, cursor });
    const views = await readApiViews(page.rows, records);
    rows.push(...page.rows.filter((_, i) => views[i]?.apiStatus === apiStatus));
    if (page.nextCursor === null || rows.length === request.limit) return { rows, nextCursor: page.nextCursor };
    cursor = page.nextCursor;
  }
  return { rows, nextCursor: cursor ?? null };
};

interface IndexerQueryOptions {
  readonly reader: IndexReader;
  readonly supplies: KnownSupplies;
  /** Records of the API; undefined where its database is not configured. */
  readonly apiRecords: ApiRecordsReader | undefined;
  readonly network: Network;
  /** State of the indexing in this process. */
  readonly writer: () => IndexerStatus;
  /** Resolves to the height of the servers' tip; rejects when none answers. */
  readonly tipHeight: () => Promise<number>;
  /** Unix seconds. */
  readonly now: () => number;
}

type Bounds = { readonly from?: number; readonly to?: number };

const USUAL_LIMIT = 50;
/** Retry-After while a token's contracts are counted for the first time. */
const PENDING_SECONDS = 5;
/** Most states in one answer: the funding of a plan makes up to some 640. */
const MAX_STATES = 2_000;

/** Converts an address, in any of its forms, to its locking bytecode. */
const lockingBytecodeOf = (address: string, network: Network, field: string): Uint8Array => {
  const parsed = parseParty(address, network);
  if (parsed.ok) return parsed.party;
  const fault = explainAddress(address, addressPrefix(network)) ?? { problem: 'NOT_AN_ADDRESS' };
  throw new ApiError('INVALID_ADDRESS', `${field} ${faultText(fault)}`, { field, ...faultDetails(fault) });
};

/** Converts a party's address to its locking bytecode, hex. */
const partyOf = (address: string, network: Network): string => binToHex(lockingBytecodeOf(address, network, 'address'));

/** Converts a contract's address to its Electrum script hash. */
const contractScript = (address: string, network: Network): string =>
  scriptHashOf(lockingBytecodeOf(address, network, 'contractAddress'));

const toOutpoint = (text: string): Outpoint => {
  const [txid = '', vout] = text.toLowerCase().split(':');
  return { txid, vout: Number(vout) };
};

/** Creates the queries over the indexer's tables. */
export const createIndexerQueries = ({
  reader,
  supplies,
  apiRecords,
  network,
  writer,
  tipHeight,
  now,
}: IndexerQueryOptions) => {
  /** Returns the latest locktime that a transaction can have by the indexed chain. */
  const readTime = async (): Promise<number> => {
    const { top } = await reader.status();
    return Math.min(now(), top === null ? Infinity : top.medianTimePast - 1);
  };
  const present = async (contracts: readonly IndexedContract[]) => {
    const [asOf, known] = await Promise.all([readTime(), tryApiViews(contracts, apiRecords)]);
    return {
      asOf,
      rows: contracts.flatMap((contract, i) =>
        known[i] === undefined ? [] : [contractView(contract, { network, asOf, apiView: known[i] })],
      ),
    };
  };
  /** Finds the first contract at an address with its history and other deployments. */
  const findOne = async (list: IndexedList, contractAddress: string) => {
    const { families, words } = INDEXED_LISTS[list];
    const { contracts, events } = await reader.find(families, contractScript(contractAddress, network));
    const { asOf, rows } = await present(contracts);
    const [row, ...otherInstances] = rows;
    if (row === undefined) throw new ApiError('NOT_FOUND', `No ${words} is known at this address`);
    const history = { events: events.map(eventView), commitmentHistory: commitmentViews(events) };
    return { row, more: { ...history, otherInstances, asOf } };
  };
  return {
    /** @throws ApiError INVALID_ADDRESS; InvalidCursorError */
    async list(
      list: IndexedList,
      { status, address, plan, token, apiStatus, limit = USUAL_LIMIT, cursor }: ListIndexedQuery,
    ) {
      const party = address === undefined ? undefined : partyOf(address, network);
      const request = {
        families: INDEXED_LISTS[list].families,
        status,
        party,
        plan: plan?.toLowerCase(),
        asset: token === 'BCH' ? token : token?.toLowerCase(),
      };
      const page =
        apiStatus === undefined
          ? await reader.list({ ...request, limit, cursor })
          : await listByApiStatus({ ...request, limit, cursor }, apiStatus, reader, apiRecords);
      const { rows, asOf } = await present(page.rows);
      return { [list]: rows, asOf, nextCursor: page.nextCursor };
    },
    /**
     * Returns the first contract of a list at an address, under the list's name of one, with its history.
     *
     * @throws ApiError INVALID_ADDRESS, NOT_FOUND
     */
    async read(list: IndexedList, contractAddress: string) {
      const { row, more } = await findOne(list, contractAddress);
      return { [INDEXED_LISTS[list].one]: row, ...more };
    },
    /**
     * Returns the known contracts funded by these transactions or outpoints, or at these addresses. @throws ApiError
     * INVALID_ADDRESS, INVALID_REQUEST
     */
    async states({ fundings = [], outpoints = [], contractAddresses = [] }: Normalized<IndexedStatesBody>) {
      const scripts = contractAddresses.map((address) => contractScript(address, network));
      const [asOf, funded, at, first] = await Promise.all([
        readTime(),
        reader.fundedBy(
          fundings.map((txid) => txid.toLowerCase()),
          MAX_STATES + 1,
        ),
        reader.fundedAt(outpoints.map(toOutpoint)),
        reader.firstAt(scripts),
      ]);
      if (funded.length > MAX_STATES)
        throw new ApiError(
          'INVALID_REQUEST',
          `These transactions fund more than ${MAX_STATES} contracts: ask for fewer at once`,
          { field: 'fundings' },
        );
      return {
        states: [...funded, ...at, ...first].map((contract) => stateView(contract, asOf)),
        asOf,
      };
    },
    /** @throws ApiError INDEXER_UNAVAILABLE while the token is counted for the first time */
    async supply(category: string) {
      const token = category.toLowerCase();
      const supply = await supplies.read(token).catch((error: unknown) => {
        if (!(error instanceof SupplyPendingError)) throw error;
        throw new ApiError(
          'INDEXER_UNAVAILABLE',
          `${error.message}; retry in ${PENDING_SECONDS} seconds`,
          {},
          { 'retry-after': PENDING_SECONDS.toString() },
          { isExpected: true },
        );
      });
      return supplyView(token, supply);
    },
    /** @throws InvalidCursorError */
    async locks(category: string, { limit = USUAL_LIMIT, cursor }: LocksQuery) {
      const { rows: contracts, nextCursor } = await reader.holdings(category.toLowerCase(), { limit, cursor });
      const [{ served }, { asOf, rows }] = await Promise.all([reader.status(), present(contracts)]);
      const locks = contracts.flatMap((contract, i) => {
        const view = rows[i];
        return view === undefined ? [] : [{ ...view, ...lockView(contract, asOf) }];
      });
      return { locks, height: served?.height ?? null, asOf, nextCursor };
    },
    /** @throws ApiError INVALID_TIME */
    async tvl(bounds: Bounds) {
      const range = dayRange(bounds, now());
      const [current, changes] = await Promise.all([
        reader.balances(),
        reader.balancesBetween(range.first, range.last),
      ]);
      return tvlView(current, changes, range);
    },
    /** @throws ApiError INVALID_TIME */
    async volume(bounds: Bounds) {
      const { first, last } = dayRange(bounds, now());
      return volumeView(await reader.activityBetween(first, last));
    },
    async status() {
      const [{ served, problem, reorgs, lastReorg }, verdicts, tip] = await Promise.all([
        reader.status(),
        reader.verdicts(),
        tipHeight().catch(() => null),
      ]);
      const { isLeader, following, hidden, paused } = writer();
      return {
        height: served?.height ?? null,
        blockHash: served?.hash ?? null,
        medianTimePast: served?.medianTimePast ?? null,
        tip,
        lag: tip === null || served === null ? null : Math.max(0, tip - served.height),
        problem,
        reorgs,
        lastReorg,
        announcements: {
          accepted: verdicts.ACCEPTED,
          twins: verdicts.TWIN,
          forged: verdicts.FORGED,
          malformed: verdicts.MALFORMED,
          foreign: verdicts.FOREIGN,
        },
        writer: { isLeader, following, hidden, paused },
      };
    },
  };
};

export type IndexerQueries = ReturnType<typeof createIndexerQueries>;
