import type {
  ChainTransaction,
  NewTransition,
  StreamChanges,
  StreamRecord,
  StreamRefundRecord,
  StreamScope,
  StreamState,
  TransitionState,
} from '@weir/infra';
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
export const readLineage = (
  covenant: StreamCovenant,
  from: StreamState,
  path: readonly ChainTransaction[],
): LineageStep[] | undefined => {
  const steps: LineageStep[] = [];
  let state: StreamState | null = from;
  for (const transaction of path) {
    const transition: StreamTransition | undefined =
      state === null ? undefined : covenant.readTransition(state, transaction);
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

const toStoredTransition = (
  { transition, transaction }: LineageStep,
  source: NewTransition['source'],
): NewTransition => ({
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

/** The first block height after a notice; null while what began it is not mined. */
export const noticeHeight = ({ height }: Pick<ChainTransaction, 'height'>, noticeBlocks: number): number | null =>
  height === undefined ? null : height + noticeBlocks;

const returned = (
  amount: bigint,
  transaction: ChainTransaction,
  availableAtHeight: number | null,
): StreamRefundRecord => ({
  amount,
  status: transaction.height === undefined ? 'sent' : 'confirmed',
  txHash: transaction.txid,
  availableAtHeight,
});

/** What a payment to the recipient changes beside the amounts. */
const paymentChanges = (
  stream: StreamRecord,
  { next, refundable }: StreamTransition,
  withdrawnAmount: bigint,
): StreamChanges => {
  if (next !== null)
    return { refund: stream.refund && { ...stream.refund, amount: stream.refund.amount + refundable } };
  // Under notice, too, pushes may pay the recipient everything: then there was no cancel in the end.
  if (withdrawnAmount === stream.totalAmount)
    return { status: 'COMPLETED', cancelledAt: null, refund: null, pause: null };
  return { status: 'CANCELLED', refund: null };
};

/** What a step changes in the row beside the amounts. */
const stepChanges = (stream: StreamRecord, { transition, transaction }: LineageStep, now: number): StreamChanges => {
  const { kind, next, released, refundable, paidToRecipient, paidToSender } = transition;
  const availableAtHeight = noticeHeight(transaction, stream.cancelNoticeBlocks);
  switch (kind) {
    case 'cancel': {
      const waits = { amount: refundable, status: 'pending', txHash: null, availableAtHeight } as const;
      return {
        status: 'CANCELLED',
        cancelledAt: now,
        refund: next === null ? returned(paidToSender, transaction, null) : waits,
        pause: null,
      };
    }
    case 'refund':
      return { refund: returned(paidToSender, transaction, stream.refund?.availableAtHeight ?? null) };
    case 'pause':
      return { status: 'PAUSED', pause: { settled: false, availableAtHeight } };
    case 'settle':
      return { pause: { settled: true, availableAtHeight: null } };
    case 'resume':
      return { status: 'ACTIVE', pause: null };
    case 'claim':
    case 'push':
      return paymentChanges(stream, transition, released + paidToRecipient);
  }
};

/** What a transition changes in the row. Amounts come from the chain, never by adding to the row. */
const changesOf = (stream: StreamRecord, step: LineageStep, now: number): StreamChanges => {
  const { next: state, released, paidToRecipient, recurring } = step.transition;
  const amounts = {
    withdrawnAmount: released + paidToRecipient,
    state,
    ...(recurring !== null && { progress: recurring.progress }),
  };
  return { ...amounts, ...stepChanges(stream, step, now) };
};

/**
 * Records steps of a stream's lineage that start at its stored state, each once, with the payments they made. The last
 * one is the caller's own (`source: "confirm"`) where `confirmed` says so; all others were found on the chain.
 */
export const recordSteps = async (
  scope: StreamScope,
  steps: readonly LineageStep[],
  options: { confirmed: boolean; now: number },
): Promise<void> => {
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
        periods: transition.recurring?.periods ?? null,
      });
    }
  }
};
