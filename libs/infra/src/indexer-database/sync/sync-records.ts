import type { AnnouncementVerdict, ContractFamily, ContractStatus, StoredPlan, StoredState } from '../tables.js';

/** A block of the indexed chain. Its hash is in display order, its time Unix seconds, as its miner says. */
export interface IndexedBlock {
  readonly height: number;
  readonly hash: string;
  readonly time: number;
}

/** The verdict on a transaction that pays to a beacon. */
export interface AnnouncementRecord {
  readonly txid: string;
  /** The announcement's output; -1 for a transaction without one. */
  readonly vout: number;
  /** The beacon's. */
  readonly scriptHash: string;
  readonly height: number;
  readonly verdict: AnnouncementVerdict;
  readonly product: string | null;
  readonly contractAddress: string | null;
  /** In words; null where there is none. */
  readonly problem: string | null;
}

/** The latest state of a contract. Amounts in satoshis or base units. */
export interface ContractHead {
  /** Counts the contract's events; 1 is the funding. */
  readonly sequence: number;
  readonly status: ContractStatus;
  /** Paid to recipients so far. */
  readonly releasedAmount: bigint;
  /** Hex; null once the contract has ended. */
  readonly commitment: string | null;
  /** Null once the contract has ended. */
  readonly state: StoredState | null;
  /** All it holds, reserves included. */
  readonly heldSatoshis: bigint;
  readonly heldTokens: bigint;
  /** The transaction that left it so. */
  readonly txid: string;
  readonly height: number;
  /** Unix seconds. */
  readonly time: number;
}

/** A mined transaction of a contract's lineage, and the state it left. */
export interface ContractEvent extends ContractHead {
  /** `fund`, or the covenant's path. */
  readonly kind: string;
  readonly locktime: number;
  readonly paidToRecipient: bigint;
  readonly paidToSender: bigint;
  readonly satoshisChange: bigint;
  readonly tokensChange: bigint;
}

/** The part of a contract that never changes. */
export interface ContractTerms {
  /** The funding outpoint, which is the instance's name. */
  readonly txid: string;
  readonly vout: number;
  readonly product: string;
  readonly family: ContractFamily;
  readonly contractAddress: string;
  readonly lockingBytecode: string;
  readonly scriptHash: string;
  /** The announcement's locking bytecode, hex. */
  readonly announcement: string;
  /** Locking bytecode, hex. */
  readonly sender: string;
  /** The same; null where many are. */
  readonly recipient: string | null;
  readonly tokenCategory: string | null;
  /** Satoshis or base units. */
  readonly totalAmount: bigint;
  /** Of a stream of a plan: what its funding says of it. */
  readonly plan: StoredPlan | null;
  readonly fundedHeight: number;
  /** Unix seconds. */
  readonly fundedTime: number;
}

/** A contract as it was at some height. */
export interface StoredContract {
  readonly id: number;
  readonly terms: ContractTerms;
  readonly head: ContractHead;
  /** Whether its row says more: there are events above that height. */
  readonly isAhead: boolean;
}

/** New events of a contract, in order, and the state they leave. Without events: the state a rollback leaves. */
export interface ContractChange {
  /** Null for a new contract. */
  readonly id: number | null;
  readonly terms: ContractTerms;
  readonly events: readonly ContractEvent[];
  readonly head: ContractHead;
}

/** Up to where a script was read. */
export interface HistoryReading {
  readonly scriptHash: string;
  /**
   * The digest of the history that was read to its end: where it stands again, nothing is to be read. Null where none
   * says that, whatever was kept before: the history was empty, or more of it is to be read.
   */
  readonly status: string | null;
}

/** Everything one commit writes. */
export interface Round {
  /** Of the state it was planned from. */
  readonly version: number;
  /** Blocks above, and everything found in them, are removed first. */
  readonly forkHeight: number;
  /** The new chain above the fork. */
  readonly blocks: readonly IndexedBlock[];
  readonly announcements: readonly AnnouncementRecord[];
  readonly changes: readonly ContractChange[];
  readonly readings: readonly HistoryReading[];
  /** Scripts nobody needs to follow any more. */
  readonly dropped: readonly string[];
  /** The blocks that were rolled back, where any were. */
  readonly reorg: { readonly depth: number; /** Unix seconds. */ readonly at: number } | null;
}
