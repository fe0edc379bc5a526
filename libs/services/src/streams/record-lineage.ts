import type { ChainTransaction, NewTransition, StreamChanges, StreamRecord, StreamScope, StreamState, TransitionState } from '@weir/infra';
import type { StreamCovenant, StreamTransition } from './covenant/stream-covenant.js';

/** A transition with the transaction it was read from. */
export interface LineageStep {
  readonly transition: StreamTransition;
  readonly transaction: ChainTransaction;
}

/**
 * Reads consecutive transactions as transitions of a stream, each from the state the one before it left; undefined when
 * one of them does not spend that state.
 */
export const readLineage = (covenant: StreamCovenant, from: StreamState, path: readonly ChainTransaction[]): LineageStep[] | undefined => {
  const steps: LineageStep[] = [];
  let state: StreamState | null = from;
  for (const transaction of path) {
    const transition: StreamTransition | undefined = state === null ? undefined : covenant.readTransition(state, transaction);
    if (transition === undefined) return undefined;
    steps.push({ transition, transaction });
    state = transition.next;
  }
  return steps;
};

/** A state as the transition that made it keeps it. */
export const toTransitionState = ({ vout, satoshis, companion, commitment }: StreamState): TransitionState => ({
  vout,
  satoshis,
  tokenAmount: companion?.amount ?? null,
  commitment,
});

const toStoredTransition = ({ transition, transaction }: LineageStep, source: NewTransition['source']): NewTransition => ({
  kind: transition.kind,
  txHash: transition.txid,
  spent: transition.spent,
  state: transition.next && toTransitionState(transition.next),
  paidToRecipient: transition.paidToRecipient,
  paidToSender: transition.paidToSender,
  locktime: Number(transition.locktime),
  block: blockOf(transaction),
  source,
});

/** The block of a transaction, or null while it is in the mempool. */
export const blockOf = ({ height, blockHash }: ChainTransaction): NewTransition['block'] =>
  height === undefined || blockHash === undefined ? null : { height, hash: blockHash };

/** The first block height that may hold the refund; null while the cancel is not mined. */
export const refundHeight = (cancel: ChainTransaction, noticeBlocks: number): number | null =>
  cancel.height === undefined ? null : cancel.height + noticeBlocks;

/** What a transition changes in the row. Amounts come from the chain, never by adding to the row. */
const changesOf = (stream: StreamRecord, { transition, transaction }: LineageStep, now: number): StreamChanges => {
  const { kind, next: state, released, refundable, paidToRecipient, paidToSender } = transition;
  const withdrawnAmount = released + paidToRecipient;
  if (kind === 'cancel') {
    const availableAtHeight = refundHeight(transaction, stream.cancelNoticeBlocks);
    return { status: 'CANCELLED', withdrawnAmount, state, cancelledAt: now, refund: { amount: refundable, status: 'pending', txHash: null, availableAtHeight } };
  }
  if (kind === 'refund') {
    const status = transaction.height === undefined ? 'sent' : 'confirmed';
    const availableAtHeight = stream.refund?.availableAtHeight ?? null;
    return { state, refund: { amount: paidToSender, status, txHash: transition.txid, availableAtHeight } };
  }
  if (state !== null) {
    const refund = stream.refund && { ...stream.refund, amount: stream.refund.amount + refundable };
    return { withdrawnAmount, state, refund };
  }
  // Under notice, too, pushes may pay the recipient everything: then there was no cancel in the end.
  if (withdrawnAmount === stream.totalAmount) return { withdrawnAmount, state, status: 'COMPLETED', cancelledAt: null, refund: null };
  return { withdrawnAmount, state, status: 'CANCELLED', refund: null };
};

/**
 * Records steps of a stream's lineage that start at its stored state, each once, with the payments they made. The last
 * one is the caller's own (`source: "confirm"`) where `confirmed` says so; all others were found on the chain.
 */
export const recordSteps = async (scope: StreamScope, steps: readonly LineageStep[], options: { confirmed: boolean; now: number }): Promise<void> => {
  for (const [index, step] of steps.entries()) {
    const source = options.confirmed && index === steps.length - 1 ? 'confirm' : 'chain';
    const { transition } = step;
    // A hash stands for one resource only where somebody claims so by confirming it: a transaction that is a step of two
    // contracts must not keep either record from following the chain.
    if (source === 'confirm') await scope.useTransactionHash(transition.txid);
    await scope.advance(toStoredTransition(step, source), changesOf(scope.stream, step, options.now));
    if (transition.paidToRecipient > 0n) {
      await scope.recordClaim({
        recipient: scope.stream.recipient,
        amount: transition.paidToRecipient,
        claimedAt: options.now,
        txHash: transition.txid,
        source,
      });
    }
  }
};
