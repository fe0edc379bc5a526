import type { Selectable } from 'kysely';
import type { ContractsTable } from '../tables.js';
import type { BulkColumn } from './bulk-rows.js';
import type { ContractEvent, ContractHead, ContractTerms, StoredContract } from './sync-records.js';

const stateText = ({ state }: ContractHead): string | null => (state === null ? null : JSON.stringify(state));

/** What contracts and events have in common. */
const HEAD = {
  sequence: ['integer', ({ sequence }) => sequence],
  status: ['text', ({ status }) => status],
  released_amount: ['numeric', ({ releasedAmount }) => releasedAmount],
  commitment: ['text', ({ commitment }) => commitment],
  state: ['jsonb', stateText],
  held_satoshis: ['numeric', ({ heldSatoshis }) => heldSatoshis],
  held_tokens: ['numeric', ({ heldTokens }) => heldTokens],
} as const satisfies Record<string, BulkColumn<ContractHead>>;

/** A contract's changing columns. */
export const HEAD_COLUMNS: Readonly<Record<string, BulkColumn<ContractHead>>> = {
  ...HEAD,
  last_txid: ['text', ({ txid }) => txid],
  last_height: ['integer', ({ height }) => height],
  last_time: ['bigint', ({ time }) => time],
};

/** A contract's fixed columns. */
export const TERMS_COLUMNS: Readonly<Record<string, BulkColumn<ContractTerms>>> = {
  txid: ['text', ({ txid }) => txid],
  vout: ['integer', ({ vout }) => vout],
  product: ['text', ({ product }) => product],
  family: ['text', ({ family }) => family],
  contract_address: ['text', ({ contractAddress }) => contractAddress],
  locking_bytecode: ['text', ({ lockingBytecode }) => lockingBytecode],
  script_hash: ['text', ({ scriptHash }) => scriptHash],
  announcement: ['text', ({ announcement }) => announcement],
  sender: ['text', ({ sender }) => sender],
  recipient: ['text', ({ recipient }) => recipient],
  token_category: ['text', ({ tokenCategory }) => tokenCategory],
  total_amount: ['numeric', ({ totalAmount }) => totalAmount],
  plan: ['jsonb', ({ plan }) => (plan === null ? null : JSON.stringify(plan))],
  funded_height: ['integer', ({ fundedHeight }) => fundedHeight],
  funded_time: ['bigint', ({ fundedTime }) => fundedTime],
};

/** The columns of an event, except that of its contract. */
export const EVENT_COLUMNS: Readonly<Record<string, BulkColumn<ContractEvent>>> = {
  ...HEAD,
  time: ['bigint', ({ time }) => time],
  height: ['integer', ({ height }) => height],
  kind: ['text', ({ kind }) => kind],
  txid: ['text', ({ txid }) => txid],
  locktime: ['bigint', ({ locktime }) => locktime],
  paid_to_recipient: ['numeric', ({ paidToRecipient }) => paidToRecipient],
  paid_to_sender: ['numeric', ({ paidToSender }) => paidToSender],
  satoshis_change: ['numeric', ({ satoshisChange }) => satoshisChange],
  tokens_change: ['numeric', ({ tokensChange }) => tokensChange],
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
  contractAddress: row.contract_address,
  lockingBytecode: row.locking_bytecode,
  scriptHash: row.script_hash,
  announcement: row.announcement,
  sender: row.sender,
  recipient: row.recipient,
  tokenCategory: row.token_category,
  totalAmount: row.total_amount,
  plan: row.plan,
  fundedHeight: row.funded_height,
  fundedTime: Number(row.funded_time),
});

/** Converts a row to a contract. */
export const toStoredContract = (row: Selectable<ContractsTable>): Omit<StoredContract, 'isAhead'> => ({
  id: row.id,
  terms: toTerms(row),
  head: {
    sequence: row.sequence,
    status: row.status,
    releasedAmount: row.released_amount,
    commitment: row.commitment,
    state: row.state,
    heldSatoshis: row.held_satoshis,
    heldTokens: row.held_tokens,
    txid: row.last_txid,
    height: row.last_height,
    time: Number(row.last_time),
  },
});
