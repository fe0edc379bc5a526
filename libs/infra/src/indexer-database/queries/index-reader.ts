import type { Outpoint } from '@weir/covenants';
import { readSnapshot } from '../../database/read-snapshot.js';
import type { IndexerDatabase } from '../open-indexer-database.js';
import type { ContractEvent } from '../sync/sync-records.js';
import type { AnnouncementVerdict, ContractFamily } from '../tables.js';
import { contractsUnderNotice, type ContractUnderNotice } from './contracts-under-notice.js';
import {
  activityBetween,
  balancesBetween,
  currentBalances,
  type Balance,
  type DailyActivity,
  type DailyBalance,
} from './daily-figures.js';
import {
  contractsAtOutpoints,
  contractsFundedBy,
  eventsOfContract,
  findContracts,
  firstContractsAt,
} from './find-contracts.js';
import { indexStatus, verdictCounts, type IndexStatus } from './index-status.js';
import { listContracts, type ContractPage, type ContractPageRequest, type IndexedContract } from './list-contracts.js';

/** The indexer's tables as readers see them. Every method throws DatabaseUnavailableError where Postgres does not answer. */
export interface IndexReader {
  /** @throws InvalidCursorError */
  list(request: ContractPageRequest): Promise<ContractPage>;
  /** The instances at a script, by its Electrum hash, the first one first with all its events, as they stood at one moment. */
  find(
    families: readonly ContractFamily[],
    scriptHash: string,
  ): Promise<{ readonly contracts: readonly IndexedContract[]; readonly events: readonly ContractEvent[] }>;
  /** The instances that some transactions funded, in no order, up to a limit. */
  fundedBy(txids: readonly string[], limit: number): Promise<readonly IndexedContract[]>;
  /** The instances of some funding outpoints, in no order. */
  fundedAt(outpoints: readonly Outpoint[]): Promise<readonly IndexedContract[]>;
  /** The first instance at each of some scripts, by their Electrum hashes. */
  firstAt(scriptHashes: readonly string[]): Promise<readonly IndexedContract[]>;
  /** What all contracts hold now, by asset. */
  balances(): Promise<readonly Balance[]>;
  /** Changes of balances within days since 1970, both included, and the last ones before them. */
  balancesBetween(from: number, to: number): Promise<readonly DailyBalance[]>;
  activityBetween(from: number, to: number): Promise<readonly DailyActivity[]>;
  status(): Promise<IndexStatus>;
  verdicts(): Promise<Readonly<Record<AnnouncementVerdict, number>>>;
  /** Contracts that go on under the notice of a cancel or pause, with the block that began it. */
  underNotice(after: number, limit: number): Promise<readonly ContractUnderNotice[]>;
}

/** Creates the readers' side of the indexer's database. */
export const createIndexReader = (db: IndexerDatabase): IndexReader => ({
  list: (request) => listContracts(db, request),
  find: (families, scriptHash) =>
    readSnapshot(db, async (snapshot) => {
      const contracts = await findContracts(snapshot, families, scriptHash);
      const [first] = contracts;
      return { contracts, events: first === undefined ? [] : await eventsOfContract(snapshot, first.id) };
    }),
  fundedBy: (txids, limit) => contractsFundedBy(db, txids, limit),
  fundedAt: (outpoints) => contractsAtOutpoints(db, outpoints),
  firstAt: (scriptHashes) => firstContractsAt(db, scriptHashes),
  balances: () => currentBalances(db),
  balancesBetween: (from, to) => balancesBetween(db, from, to),
  activityBetween: (from, to) => activityBetween(db, from, to),
  status: () => readSnapshot(db, indexStatus),
  verdicts: () => verdictCounts(db),
  underNotice: (after, limit) => contractsUnderNotice(db, after, limit),
});
