import {
  type ColumnType,
  type Generated,
  type Insertable,
  type RawBuilder,
  type Selectable,
  sql,
  type SqlBool,
} from 'kysely';
import type { Outpoint } from '@weir/covenants';
import { columnGroup, type GroupOf } from '../column-group.js';
import type { Amount, DatabaseSeconds, Optional, RecordSource, ResourceType, Seconds } from '../columns.js';

/** Steps of streams, payments and vaults on the chain, in order. Amounts in base units. */
export interface TransitionsTable {
  resourceType: ResourceType;
  resourceId: string;
  /** 1 is the funding. */
  sequence: number;
  kind: string;
  txHash: string;
  /** The state outpoint it spent; null for a funding. */
  spentTxid: Optional<string>;
  spentVout: Optional<number>;
  /** The successor state's output in `tx_hash`; this and the three below are null when the contract was closed. */
  stateVout: Optional<number>;
  stateCommitment: Optional<string>;
  stateSatoshis: Optional<Amount>;
  stateTokenAmount: Optional<Amount>;
  paidToRecipient: Amount;
  paidToSender: Amount;
  locktime: Seconds;
  blockHeight: Optional<number>;
  blockHash: Optional<string>;
  source: RecordSource;
  /** Whether it is final: too deep for a reorganisation. */
  final: Generated<boolean>;
  /**
   * The resource's chain state before this transition, a JSON object by column name. Written and read back inside
   * Postgres only, because JSON numbers lose units in JavaScript.
   */
  stateBefore: ColumnType<never, unknown, never>;
  createdAt: DatabaseSeconds;
  /** Keys of the parties of its stream, and its plan, which a trigger repeats here: payments are listed by them. */
  senderHash: ColumnType<string | null, never, never>;
  recipientHash: ColumnType<string | null, never, never>;
  planId: ColumnType<string | null, never, never>;
}

/** Transaction hashes that were confirmed, each for one resource. */
export interface TransactionUsesTable {
  txHash: string;
  resourceType: ResourceType;
  resourceId: string;
  createdAt: DatabaseSeconds;
}

/** The resource that a transition belongs to. */
export interface Resource {
  readonly type: ResourceType;
  /** uuid of its row. */
  readonly id: string;
}

/** The condition of a row to belong to a resource. */
export const ofResource = ({ type, id }: Resource): RawBuilder<SqlBool> =>
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
