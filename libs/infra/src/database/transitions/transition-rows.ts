import type { Insertable, Selectable } from 'kysely';
import type { NewTransition, Resource, TransitionRecord } from './transition-record.js';
import type { TransitionsTable } from './transition-tables.js';

/** Every column that JavaScript may read: all but `state_before`, whose JSON numbers are exact only in Postgres. */
export const READABLE_COLUMNS = [
  'resourceType',
  'resourceId',
  'sequence',
  'kind',
  'txHash',
  'spentTxid',
  'spentVout',
  'stateVout',
  'stateCommitment',
  'stateSatoshis',
  'stateTokenAmount',
  'paidToRecipient',
  'paidToSender',
  'locktime',
  'blockHeight',
  'blockHash',
  'source',
  'final',
  'createdAt',
] as const satisfies readonly (keyof TransitionsTable)[];

type ReadableRow = Pick<Selectable<TransitionsTable>, (typeof READABLE_COLUMNS)[number]>;

/** Converts a row to a transition. */
export function toTransitionRecord(row: ReadableRow): TransitionRecord {
  const { spentTxid, spentVout, stateVout, stateCommitment, stateSatoshis, blockHeight, blockHash } = row;
  return {
    resource: { type: row.resourceType, id: row.resourceId },
    sequence: row.sequence,
    kind: row.kind,
    txHash: row.txHash,
    spent: spentTxid === null || spentVout === null ? null : { txid: spentTxid, vout: spentVout },
    state:
      stateVout === null || stateCommitment === null || stateSatoshis === null
        ? null
        : {
            vout: stateVout,
            commitment: stateCommitment,
            satoshis: stateSatoshis,
            tokenAmount: row.stateTokenAmount,
          },
    paidToRecipient: row.paidToRecipient,
    paidToSender: row.paidToSender,
    locktime: row.locktime,
    block: blockHeight === null || blockHash === null ? null : { height: blockHeight, hash: blockHash },
    source: row.source,
    final: row.final,
    createdAt: row.createdAt,
  };
}

/** Returns the columns of a transition, without its place in the sequence. */
export const toNewTransitionRow = (
  resource: Resource,
  transition: NewTransition,
): Omit<Insertable<TransitionsTable>, 'sequence' | 'stateBefore'> => ({
  resourceType: resource.type,
  resourceId: resource.id,
  kind: transition.kind,
  txHash: transition.txHash,
  spentTxid: transition.spent?.txid ?? null,
  spentVout: transition.spent?.vout ?? null,
  stateVout: transition.state?.vout ?? null,
  stateCommitment: transition.state?.commitment ?? null,
  stateSatoshis: transition.state?.satoshis ?? null,
  stateTokenAmount: transition.state?.tokenAmount ?? null,
  paidToRecipient: transition.paidToRecipient,
  paidToSender: transition.paidToSender,
  locktime: transition.locktime,
  blockHeight: transition.block?.height ?? null,
  blockHash: transition.block?.hash ?? null,
  source: transition.source,
});
