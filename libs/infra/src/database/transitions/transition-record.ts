import { type Insertable, type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import type { Outpoint } from '@weir/covenants';
import type { ChainRecord } from '@weir/kinds';
import type { TransitionsTable } from '../generated/tables.js';
import { columnGroup, type GroupOf } from '../sql/column-group.js';

/** The resource that a transition belongs to. */
export interface Resource {
  readonly type: ChainRecord;
  /** uuid of its row. */
  readonly id: string;
}

/** A resource that transactions confirm: one with a history on the chain, or a plan, whose streams have theirs. */
export interface HashUser extends Omit<Resource, 'type'> {
  readonly type: Resource['type'] | 'plan';
}

/** The condition of a row to belong to a resource. */
export const ofResource = ({ type, id }: HashUser): RawBuilder<SqlBool> =>
  sql<SqlBool>`resource_type = ${type} AND resource_id = ${id}`;

export type { Outpoint };

type AnyRow = Selectable<TransitionsTable>;

/** The block that mined it; null while it is in the mempool. */
export const blockColumns = columnGroup<AnyRow>()({ height: 'blockHeight', hash: 'blockHash' });
/** The state output it spent; null for a funding. */
const spentColumns = columnGroup<AnyRow>()({ txid: 'spentTxid', vout: 'spentVout' });
/** The state output it made, in transaction `txHash`; null when it closed the contract. */
const stateColumns = columnGroup<AnyRow>()(
  { vout: 'stateVout', commitment: 'stateCommitment', satoshis: 'stateSatoshis' },
  { tokenAmount: 'stateTokenAmount' },
);

/** Every column that JavaScript may read: all but `state_before`, whose JSON numbers are exact only in Postgres. */
export const READABLE_COLUMNS = [
  ...(['resourceType', 'resourceId', 'sequence', 'kind', 'txHash', 'paidToRecipient', 'paidToSender'] as const),
  ...(['locktime', 'source', 'final', 'createdAt'] as const),
  ...[...spentColumns.names, ...stateColumns.names, ...blockColumns.names],
] as const;

type Row = Readonly<Pick<AnyRow, (typeof READABLE_COLUMNS)[number]>>;

export type Block = GroupOf<typeof blockColumns>;
export type TransitionState = GroupOf<typeof stateColumns>;

/**
 * One step of a contract on the chain. `kind` is `fund`, `claim`, `push`, …: lower-case letters and hyphens. Amounts in base units,
 * hashes hex in display order.
 */
export interface NewTransition extends Pick<
  Row,
  'kind' | 'txHash' | 'paidToRecipient' | 'paidToSender' | 'locktime' | 'source'
> {
  readonly spent: Outpoint | null;
  readonly state: TransitionState | null;
  readonly block: Block | null;
}

/** A transition as it is stored. */
export interface TransitionRecord extends NewTransition, Pick<Row, 'sequence' | 'final' | 'createdAt'> {
  readonly resource: Resource;
}

export const toTransitionRecord = (row: Row): TransitionRecord => ({
  resource: { type: row.resourceType, id: row.resourceId },
  spent: spentColumns.read(row),
  state: stateColumns.read(row),
  block: blockColumns.read(row),
  ...row,
});

/** Returns the columns of a transition, without its place in the sequence. */
export const toNewTransitionRow = (
  resource: Resource,
  { spent, state, block, ...columns }: NewTransition,
): Omit<Insertable<TransitionsTable>, 'sequence' | 'stateBefore'> => ({
  resourceType: resource.type,
  resourceId: resource.id,
  ...spentColumns.columns(spent),
  ...stateColumns.columns(state),
  ...blockColumns.columns(block),
  ...columns,
});
