import { binToHex, cashAddressToLockingBytecode } from '@bitauth/libauth';
import type { IndexedContract as ContractBody, IndexedStreamResponse, IndexerStatusResponse, ListIndexedQuery, TvlResponse, VolumeResponse } from '@weir/api-contract';
import { addressPrefix, parseAddress } from '@weir/covenants';
import type { Network } from '@weir/covenants';
import type { IndexerStatus } from '@weir/indexing';
import { scriptHashOf } from '@weir/infra';
import type { ApiRecordsReader, ContractFamily, IndexedContract, IndexReader } from '@weir/infra';
import { RequestError } from '../errors/request-error.js';
import { readApiStatuses } from './api-statuses.js';
import { dayRange } from './day-range.js';
import { presentCommitments, presentContract, presentEvent } from './present-contract.js';
import { presentTvl, presentVolume } from './present-figures.js';

export interface IndexerQueryOptions {
  readonly reader: IndexReader;
  /** The API's records; undefined where nobody says where they are. */
  readonly apiRecords: ApiRecordsReader | undefined;
  readonly network: Network;
  /** Of the indexing in this process. */
  readonly writer: () => IndexerStatus;
  /** Height of the servers' tip. Throws when none answers. */
  readonly tipHeight: () => Promise<number>;
  /** Unix seconds. */
  readonly now: () => number;
}

export interface ContractRows {
  readonly rows: ContractBody[];
  readonly asOf: number;
  readonly nextCursor: string | null;
}

type Bounds = { readonly from?: number; readonly to?: number };

/** What the routes ask for. */
export interface IndexerQueries {
  /** @throws RequestError INVALID_ADDRESS; InvalidCursorError */
  list(family: ContractFamily, query: ListIndexedQuery): Promise<ContractRows>;
  /** @throws RequestError INVALID_ADDRESS, NOT_FOUND */
  stream(contractAddress: string): Promise<IndexedStreamResponse>;
  /** @throws RequestError INVALID_TIME */
  tvl(bounds: Bounds): Promise<TvlResponse>;
  /** @throws RequestError INVALID_TIME */
  volume(bounds: Bounds): Promise<VolumeResponse>;
  status(): Promise<IndexerStatusResponse>;
}

const USUAL_LIMIT = 50;

const partyHash = (address: string, network: Network): string => {
  const parsed = parseAddress(address, network);
  if (!parsed.ok) throw new RequestError('INVALID_ADDRESS', `address is no P2PKH cash address of this network: ${parsed.problem}`, { field: 'address' });
  return binToHex(parsed.hash);
};

/** A contract's script by its Electrum hash: the same for every form its address can be written in. */
const contractScript = (address: string, network: Network): string => {
  const prefix = addressPrefix(network);
  const decoded = cashAddressToLockingBytecode(address.includes(':') ? address : `${prefix}:${address}`);
  if (typeof decoded === 'string' || decoded.prefix !== (prefix as string)) throw new RequestError('INVALID_ADDRESS', 'This is no cash address of this network', { field: 'contractAddress' });
  return scriptHashOf(decoded.bytecode);
};

/** Answers the routes from the tables. */
export const createIndexerQueries = ({ reader, apiRecords, network, writer, tipHeight, now }: IndexerQueryOptions): IndexerQueries => {
  /** The latest time a transaction could be dated to, by the indexed chain. */
  const readTime = async (): Promise<number> => {
    const { medianTimePast } = await reader.status();
    return Math.min(now(), medianTimePast === null ? Infinity : medianTimePast - 1);
  };
  const present = async (contracts: readonly IndexedContract[]) => {
    const [asOf, apiStatusOf] = await Promise.all([readTime(), readApiStatuses(contracts, apiRecords)]);
    return { asOf, rows: contracts.map((contract) => presentContract(contract, { network, asOf, apiStatusOf })) };
  };
  return {
    async list(family, { status, address, token, limit = USUAL_LIMIT, cursor }) {
      const party = address === undefined ? undefined : partyHash(address, network);
      const page = await reader.list({ family, status, partyHash: party, asset: token === 'BCH' ? token : token?.toLowerCase(), limit, cursor });
      return { ...(await present(page.rows)), nextCursor: page.nextCursor };
    },
    async stream(contractAddress) {
      const { contracts, events } = await reader.find('stream', contractScript(contractAddress, network));
      const [first] = contracts;
      if (first === undefined) throw new RequestError('NOT_FOUND', 'No stream is known at this address');
      const { asOf, rows } = await present(contracts);
      const [stream, ...otherInstances] = rows;
      if (stream === undefined) throw new RequestError('NOT_FOUND', 'No stream is known at this address');
      const { tokenCategory } = first.terms;
      return {
        success: true,
        stream,
        events: events.map((event) => presentEvent(event, tokenCategory)),
        commitmentHistory: presentCommitments(events, tokenCategory),
        otherInstances,
        asOf,
      };
    },
    async tvl(bounds) {
      const range = dayRange(bounds, now());
      const [current, changes] = await Promise.all([reader.balances(), reader.balancesBetween(range.first, range.last)]);
      return presentTvl(current, changes, range);
    },
    async volume(bounds) {
      const { first, last } = dayRange(bounds, now());
      return presentVolume(await reader.activityBetween(first, last));
    },
    async status() {
      const [{ top, medianTimePast, reorgs, lastReorg }, verdicts, tip] = await Promise.all([reader.status(), reader.verdicts(), tipHeight().catch(() => null)]);
      const { isLeader, following, hidden, paused } = writer();
      return {
        success: true,
        height: top?.height ?? null,
        blockHash: top?.hash ?? null,
        medianTimePast,
        tip,
        lag: tip === null || top === null ? null : Math.max(0, tip - top.height),
        reorgs,
        lastReorg,
        announcements: { accepted: verdicts.ACCEPTED, twins: verdicts.TWIN, forged: verdicts.FORGED, malformed: verdicts.MALFORMED, foreign: verdicts.FOREIGN },
        writer: { isLeader, following, hidden, paused },
      };
    },
  };
};
