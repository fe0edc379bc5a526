import type { Selectable } from 'kysely';
import type { ContractsTable } from '../tables.js';
import type { BulkColumn } from './bulk-rows.js';
import type { ContractEvent, ContractHead, ContractTerms, StoredContract } from './sync-records.js';

const stateText = ({ state }: ContractHead): string | null => (state === null ? null : JSON.stringify(state));

/** What contracts and events have in common. */
const HEAD = {
  sequence: ['integer', ({ sequence }) => sequence],
  status: ['text', ({ status }) => status],
  releasedAmount: ['numeric', ({ releasedAmount }) => releasedAmount],
  commitment: ['text', ({ commitment }) => commitment],
  state: ['jsonb', stateText],
  heldSatoshis: ['numeric', ({ heldSatoshis }) => heldSatoshis],
  heldTokens: ['numeric', ({ heldTokens }) => heldTokens],
} as const satisfies Record<string, BulkColumn<ContractHead>>;

/** A contract's changing columns. */
export const HEAD_COLUMNS: Readonly<Record<string, BulkColumn<ContractHead>>> = {
  ...HEAD,
  lastTxid: ['text', ({ txid }) => txid],
  lastHeight: ['integer', ({ height }) => height],
  lastTime: ['bigint', ({ time }) => time],
};

/** A contract's fixed columns. */
export const TERMS_COLUMNS: Readonly<Record<string, BulkColumn<ContractTerms>>> = {
  txid: ['text', ({ txid }) => txid],
  vout: ['integer', ({ vout }) => vout],
  product: ['text', ({ product }) => product],
  family: ['text', ({ family }) => family],
  contractAddress: ['text', ({ contractAddress }) => contractAddress],
  lockingBytecode: ['text', ({ lockingBytecode }) => lockingBytecode],
  scriptHash: ['text', ({ scriptHash }) => scriptHash],
  announcement: ['text', ({ announcement }) => announcement],
  sender: ['text', ({ sender }) => sender],
  recipient: ['text', ({ recipient }) => recipient],
  tokenCategory: ['text', ({ tokenCategory }) => tokenCategory],
  totalAmount: ['numeric', ({ totalAmount }) => totalAmount],
  plan: ['jsonb', ({ plan }) => (plan === null ? null : JSON.stringify(plan))],
  fundedHeight: ['integer', ({ fundedHeight }) => fundedHeight],
  fundedTime: ['bigint', ({ fundedTime }) => fundedTime],
};

/** The columns of an event, except that of its contract. */
export const EVENT_COLUMNS: Readonly<Record<string, BulkColumn<ContractEvent>>> = {
  ...HEAD,
  time: ['bigint', ({ time }) => time],
  height: ['integer', ({ height }) => height],
  kind: ['text', ({ kind }) => kind],
  txid: ['text', ({ txid }) => txid],
  locktime: ['bigint', ({ locktime }) => locktime],
  paidToRecipient: ['numeric', ({ paidToRecipient }) => paidToRecipient],
  paidToSender: ['numeric', ({ paidToSender }) => paidToSender],
  satoshisChange: ['numeric', ({ satoshisChange }) => satoshisChange],
  tokensChange: ['numeric', ({ tokensChange }) => tokensChange],
};

/** Returns columns of one part of a row, as columns of the row. */
export const columnsOf = <Row, Part>(
  columns: Readonly<Record<string, BulkColumn<Part>>>,
  part: (row: Row) => Part,
): Record<string, BulkColumn<Row>> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, [type, value]]): [string, BulkColumn<Row>] => [
      name,
      [type, (row) => value(part(row))],
    ]),
  );

/** Returns the fixed part of a contract's row. */
export const toTerms = (row: Selectable<ContractsTable>): ContractTerms => ({
  txid: row.txid,
  vout: row.vout,
  product: row.product,
  family: row.family,
  contractAddress: row.contractAddress,
  lockingBytecode: row.lockingBytecode,
  scriptHash: row.scriptHash,
  announcement: row.announcement,
  sender: row.sender,
  recipient: row.recipient,
  tokenCategory: row.tokenCategory,
  totalAmount: row.totalAmount,
  plan: row.plan,
  fundedHeight: row.fundedHeight,
  fundedTime: row.fundedTime,
});

/** Converts a row to a contract. */
export const toStoredContract = (row: Selectable<ContractsTable>): Omit<StoredContract, 'isAhead'> => ({
  id: row.id,
  terms: toTerms(row),
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
