import type { Selectable } from 'kysely';
import type { ContractsTable } from '../tables.js';
import { columnsOf, type BulkColumn, type ColumnTypes } from './bulk-rows.js';
import type { ContractEvent, ContractHead, ContractTerms, StoredContract } from './sync-records.js';

/** What contracts and events have in common. */
const HEAD = {
  sequence: 'integer',
  status: 'text',
  releasedAmount: 'numeric',
  commitment: 'text',
  state: 'jsonb',
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
} as const satisfies ColumnTypes<ContractEvent>;

/** Returns a contract's changing columns. */
export const headColumns = <Row>(head: (row: Row) => ContractHead): Record<string, BulkColumn<Row>> => ({
  ...columnsOf(HEAD, head),
  lastTxid: ['text', (row) => head(row).txid],
  lastHeight: ['integer', (row) => head(row).height],
  lastTime: ['bigint', (row) => head(row).time],
});

/** Reads a row. */
export const toStoredContract = (row: Selectable<ContractsTable>): Omit<StoredContract, 'isAhead'> => ({
  id: row.id,
  terms: row,
  head: {
    sequence: row.sequence,
    status: row.status,
    releasedAmount: row.releasedAmount,
    commitment: row.commitment,
    state: row.state,
    heldSatoshis: row.heldSatoshis,
    heldTokens: row.heldTokens,
    txid: row.lastTxid,
    height: row.lastHeight,
    time: row.lastTime,
  },
});
