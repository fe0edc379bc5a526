import type { Insertable, Selectable } from 'kysely';
import type { NewTransition, Resource, TransitionRecord } from './transition-record.js';
import type { TransitionsTable } from './transition-tables.js';

/** Every column that JavaScript may read: all but `state_before`, whose JSON numbers are exact only in Postgres. */
export const READABLE_COLUMNS = [
  'resource_type',
  'resource_id',
  'sequence',
  'kind',
  'tx_hash',
  'spent_txid',
  'spent_vout',
  'state_vout',
  'state_commitment',
  'state_satoshis',
  'state_token_amount',
  'paid_to_recipient',
  'paid_to_sender',
  'locktime',
  'block_height',
  'block_hash',
  'source',
  'final',
  'created_at',
] as const satisfies readonly (keyof TransitionsTable)[];

type ReadableRow = Pick<Selectable<TransitionsTable>, (typeof READABLE_COLUMNS)[number]>;

/** Converts a row to a transition. */
export function toTransitionRecord(row: ReadableRow): TransitionRecord {
  const { spent_txid, spent_vout, state_vout, state_commitment, state_satoshis, block_height, block_hash } = row;
  return {
    resource: { type: row.resource_type, id: row.resource_id },
    sequence: row.sequence,
    kind: row.kind,
    txHash: row.tx_hash,
    spent: spent_txid === null || spent_vout === null ? null : { txid: spent_txid, vout: spent_vout },
    state:
      state_vout === null || state_commitment === null || state_satoshis === null
        ? null
        : {
            vout: state_vout,
            commitment: state_commitment,
            satoshis: state_satoshis,
            tokenAmount: row.state_token_amount,
          },
    paidToRecipient: row.paid_to_recipient,
    paidToSender: row.paid_to_sender,
    locktime: Number(row.locktime),
    block: block_height === null || block_hash === null ? null : { height: block_height, hash: block_hash },
    source: row.source,
    final: row.final,
    createdAt: Number(row.created_at),
  };
}

/** Returns the columns of a transition, without its place in the sequence. */
export const toNewTransitionRow = (
  resource: Resource,
  transition: NewTransition,
): Omit<Insertable<TransitionsTable>, 'sequence' | 'state_before'> => ({
  resource_type: resource.type,
  resource_id: resource.id,
  kind: transition.kind,
  tx_hash: transition.txHash,
  spent_txid: transition.spent?.txid ?? null,
  spent_vout: transition.spent?.vout ?? null,
  state_vout: transition.state?.vout ?? null,
  state_commitment: transition.state?.commitment ?? null,
  state_satoshis: transition.state?.satoshis ?? null,
  state_token_amount: transition.state?.tokenAmount ?? null,
  paid_to_recipient: transition.paidToRecipient,
  paid_to_sender: transition.paidToSender,
  locktime: transition.locktime,
  block_height: transition.block?.height ?? null,
  block_hash: transition.block?.hash ?? null,
  source: transition.source,
});
