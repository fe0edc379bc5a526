import type { Selectable } from 'kysely';
import type { PursePaymentsTable, PursesTable } from '../generated/tables.js';
import { columnGroup, type GroupOf } from '../sql/column-group.js';
import { chainColumns } from '../transitions/transitions.repository.js';

type Row = Selectable<PursesTable>;

/** Its coin; null once it has ended, and while the chain has taken its opening back. */
const stateColumns = columnGroup<Row>()(
  { txid: 'stateTxid', vout: 'stateVout', satoshis: 'stateSatoshis' },
  { tokenAmount: 'stateTokenAmount', height: 'minedHeight' },
);

export type PurseStateRecord = GroupOf<typeof stateColumns>;

/** The columns of a purse that transitions change. */
export const purseChainColumns = chainColumns('purses', [
  'status',
  'contractAddress',
  'lockingBytecode',
  'leftUnits',
  'paid',
  ...stateColumns.names,
]);

/** A purse as its row says. Amounts in base units of its asset. */
export type PurseRecord = Readonly<Omit<Row, `state${Capitalize<string>}` | 'minedHeight'>> & {
  readonly state: PurseStateRecord | null;
};

/** What the chain changes in a purse. Fields left out stay as they are. */
export type PurseChanges = Partial<
  Pick<PurseRecord, 'status' | 'contractAddress' | 'lockingBytecode' | 'leftUnits' | 'paid' | 'state'>
>;

/** The fixed part of a purse, and where its first coin is. */
export type NewPurse = Omit<
  PurseRecord,
  'id' | 'vaultId' | 'status' | 'state' | 'paid' | 'isPublic' | 'createdAt' | 'updatedAt'
>;

/** A payment of a purse. */
export type PursePaymentRecord = Readonly<Omit<Selectable<PursePaymentsTable>, 'purseId'>>;

/** Reads a row. */
export const toPurseRecord = (row: Row): PurseRecord => ({ state: stateColumns.read(row), ...row });

/** Returns the columns that `changes` sets. */
export const toPurseColumns = ({ state, ...columns }: PurseChanges) => ({
  ...(state !== undefined && stateColumns.columns(state)),
  ...columns,
});
