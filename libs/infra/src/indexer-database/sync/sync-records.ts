import type { Selectable } from 'kysely';
import type { AnnouncementsTable, BlocksTable, ContractsTable, EventsTable } from '../generated/tables.js';
import { type BulkColumn, columnsOf, type ColumnTypes } from './bulk-rows.js';

/** Columns that an event leaves behind in its contract's row, too. */
type HeadColumn = keyof Pick<
  EventsTable,
  | ('sequence' | 'status' | 'releasedAmount' | 'commitment' | 'state' | 'stateScriptHash')
  | ('movedTo' | 'heldSatoshis' | 'heldTokens')
>;

export type IndexedBlock = Readonly<Selectable<BlocksTable>>;

/** The verdict on a transaction that pays to a beacon. */
export type AnnouncementRecord = Readonly<Selectable<AnnouncementsTable>>;

/** A mined transaction of a contract's lineage, and the state it left. */
export type ContractEvent = Readonly<Omit<Selectable<EventsTable>, 'contractId'>>;

/** The latest state of a contract, and the transaction that left it so. */
export type ContractHead = Pick<ContractEvent, HeadColumn | 'txid' | 'height' | 'time'>;

/** The part of a contract that never changes. The funding outpoint is its name. */
export type ContractTerms = Readonly<Omit<Selectable<ContractsTable>, HeadColumn | 'id' | `last${Capitalize<string>}`>>;

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
   * The digest of the history that was read to its end: where it is again, nothing is to be read. Null where none
   * says that, no matter what was kept before: the history was empty, or more of it is to be read.
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

/** What contracts and events have in common. */
const HEAD = {
  sequence: 'integer',
  status: 'text',
  releasedAmount: 'numeric',
  commitment: 'text',
  state: 'jsonb',
  stateScriptHash: 'text',
  movedTo: 'text',
  heldSatoshis: 'numeric',
  heldTokens: 'numeric',
} as const satisfies ColumnTypes<ContractHead>;

/** Types of a contract's fixed columns. */
export const TERMS_TYPES = {
  txid: 'text',
  vout: 'integer',
  product: 'text',
  family: 'text',
  contractAddress: 'text',
  lockingBytecode: 'text',
  scriptHash: 'text',
  announcement: 'text',
  sender: 'text',
  recipient: 'text',
  tokenCategory: 'text',
  totalAmount: 'numeric',
  plan: 'jsonb',
  fundedHeight: 'integer',
  fundedTime: 'bigint',
} as const satisfies ColumnTypes<ContractTerms>;

/** Types of an event's columns, except that of its contract. */
export const EVENT_TYPES = {
  ...HEAD,
  time: 'bigint',
  height: 'integer',
  kind: 'text',
  txid: 'text',
  locktime: 'bigint',
  paidToRecipient: 'numeric',
  paidToSender: 'numeric',
  satoshisChange: 'numeric',
  tokensChange: 'numeric',
  details: 'jsonb',
} as const satisfies ColumnTypes<ContractEvent>;

/** Returns a contract's changing columns. */
export const headColumns = <Row>(head: (row: Row) => ContractHead): Record<string, BulkColumn<Row>> => ({
  ...columnsOf(HEAD, head),
  lastTxid: ['text', (row) => head(row).txid],
  lastHeight: ['integer', (row) => head(row).height],
  lastTime: ['bigint', (row) => head(row).time],
});

export const toStoredContract = (row: Selectable<ContractsTable>): Omit<StoredContract, 'isAhead'> => ({
  id: row.id,
  terms: row,
  head: {
    sequence: row.sequence,
    status: row.status,
    releasedAmount: row.releasedAmount,
    commitment: row.commitment,
    state: row.state,
    stateScriptHash: row.stateScriptHash,
    movedTo: row.movedTo,
    heldSatoshis: row.heldSatoshis,
    heldTokens: row.heldTokens,
    txid: row.lastTxid,
    height: row.lastHeight,
    time: row.lastTime,
  },
});
