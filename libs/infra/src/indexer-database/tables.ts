import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ContractStatus } from '@weir/kinds';
import type { NullableSeconds, Seconds } from '../database/sql/columns.js';

/** The product family. `recurring` may be a payment as well as a stream: the chain does not tell. */
export type ContractFamily = 'stream' | 'recurring' | 'payment' | 'airdrop';
/** PAUSED also while a pause's notice runs. */
export type { ContractStatus };
/**
 * `ACCEPTED`: a deployment; `TWIN`: another one at an address that has one already; `FORGED`: announced, and not
 * deployed as the covenant demands; `MALFORMED`: no announcement this version can read; `FOREIGN`: no announcement at all.
 */
export type AnnouncementVerdict = 'ACCEPTED' | 'TWIN' | 'FORGED' | 'MALFORMED' | 'FOREIGN';

/** An output that carries a contract's state, with what belongs to it. Amounts are decimal text, as JSON keeps them. */
export interface StoredLane {
  readonly txid: string;
  readonly vout: number;
  readonly satoshis: string;
  readonly commitment: string;
  /** The output behind it, in token mode; of a lock its own tokens. `nft`: the commitment of an immutable NFT beside them. */
  readonly companion: { readonly satoshis: string; readonly amount: string; readonly nft: string | null } | null;
  /** The clock of a running notice. */
  readonly clock: { readonly txid: string; readonly vout: number; readonly satoshis: string } | null;
}

/** Everything a contract has on the chain: one lane, but for campaigns with several. */
export interface StoredState {
  /** The contract's own category, display order. */
  readonly category: string;
  readonly lanes: readonly StoredLane[];
}

/** The parameters that a plan's funding gives one of its streams, beyond the announcement of all of them. */
export interface StoredPlan {
  /** The plan's own category, display order; empty of a lock, which has none. */
  readonly category: string;
  /** Of the stream in the plan. */
  readonly index: number;
  /** Which of the announced groups its terms are, from 0. */
  readonly group: number;
  /** Its first one, hex; empty of a lock. */
  readonly commitment: string;
}

/** The single row with the version and position of the tables. */
interface SyncStateTable {
  singleton: Generated<boolean>;
  /** Counts commits, so that two writers cannot both believe to be the one. */
  version: Generated<number>;
  network: string;
  startHeight: number;
  /** The highest block of which all that is in it was read; null while a first sync is under way. */
  servedHeight: Generated<number | null>;
  /** Why the tables cannot follow the chain any more, in words for an operator. */
  problem: Generated<string | null>;
  reorgs: Generated<number>;
  lastReorgAt: NullableSeconds;
  /** Of the last block that stayed. */
  lastReorgHeight: number | null;
  lastReorgDepth: number | null;
}

/** Blocks of the indexed chain. */
export interface BlocksTable {
  height: number;
  hash: string;
  time: Seconds;
}

/** Up to which history a followed script was read. */
interface ScriptsTable {
  scriptHash: string;
  /** Electrum's digest of the history. */
  status: string;
}

/** Transactions that pay to a beacon, and the verdict on each. */
export interface AnnouncementsTable {
  txid: string;
  /** The announcement's output; -1 for a transaction without one. */
  vout: number;
  /** The beacon's. */
  scriptHash: string;
  height: number;
  verdict: AnnouncementVerdict;
  product: string | null;
  contractAddress: string | null;
  /** In words; null where there is none. */
  problem: string | null;
}

/** What an event leaves behind, in a contract's row as well. */
export interface HeadColumns {
  sequence: number;
  status: ContractStatus;
  releasedAmount: bigint;
  /** Null once the contract has ended. */
  commitment: string | null;
  /** Null once the contract has ended. */
  state: ColumnType<StoredState | null, string | null, string | null>;
  heldSatoshis: bigint;
  heldTokens: bigint;
}

/** Contracts found on the chain, as their last event left them. Amounts in satoshis or base units. */
export interface ContractsTable extends HeadColumns {
  id: GeneratedAlways<number>;
  /** The funding outpoint. */
  txid: string;
  vout: number;
  product: string;
  family: ContractFamily;
  contractAddress: string;
  lockingBytecode: string;
  scriptHash: string;
  /** The announcement's locking bytecode, from which the contract is rebuilt: of a claim's lock that of its campaign. */
  announcement: string;
  /** Locking bytecode, hex. */
  sender: string;
  /** The same; null where many are. */
  recipient: string | null;
  tokenCategory: string | null;
  totalAmount: bigint;
  /** Null for what has an announcement of its own, and for the lock of a claim: unlike its campaign it has a recipient. */
  plan: ColumnType<StoredPlan | null, string | null, string | null>;
  fundedHeight: number;
  fundedTime: Seconds;
  lastTxid: string;
  lastHeight: number;
  lastTime: Seconds;
}

/** Steps of contracts on the chain, and how each left its contract. */
export interface EventsTable extends HeadColumns {
  contractId: number;
  /** Of its block. */
  time: Seconds;
  height: number;
  kind: string;
  txid: string;
  locktime: Seconds;
  paidToRecipient: bigint;
  paidToSender: bigint;
  satoshisChange: bigint;
  tokensChange: bigint;
}

/** What all contracts held of an asset at the end of a day. */
interface DailyBalancesTable {
  /** `BCH`, or a token's category. */
  asset: string;
  day: number;
  /** Held by all contracts at the day's end: satoshis, reserves included, or base units. */
  balance: bigint;
  /** Events that changed it that day. */
  changes: number;
}

/** What happened on a day to contracts of an asset. A claim that opens a lock counts as a claim and as a funding. */
interface DailyActivityTable {
  day: number;
  /** What the contracts pay: `BCH`, or a token's category. */
  asset: string;
  /** Funded, paid and returned. */
  volume: bigint;
  transactions: number;
  funded: number;
  claimed: number;
  cancelled: number;
}

/** What all contracts hold of an asset now. */
interface BalancesTable {
  /** `BCH`, or a token's category. */
  asset: string;
  /** Held by all contracts now: satoshis, reserves included, or base units. */
  balance: bigint;
  /** Events that ever changed it. */
  changes: number;
}

interface VerdictCountsTable {
  verdict: AnnouncementVerdict;
  /** Announcements judged so. */
  count: number;
}

export interface IndexerTables {
  syncState: SyncStateTable;
  blocks: BlocksTable;
  scripts: ScriptsTable;
  announcements: AnnouncementsTable;
  contracts: ContractsTable;
  events: EventsTable;
  dailyBalances: DailyBalancesTable;
  dailyActivity: DailyActivityTable;
  balances: BalancesTable;
  verdictCounts: VerdictCountsTable;
}
