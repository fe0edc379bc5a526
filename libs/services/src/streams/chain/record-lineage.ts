import { type ContractState, movedKey, type StreamModel, type StreamStep } from '@weir/covenants';
import type {
  ChainTransaction,
  NewStreamStep,
  NewTransition,
  RecurringProgress,
  StreamRecord,
  StreamRefundRecord,
  StreamScope,
  StreamState,
  TransitionState,
} from '@weir/infra';
import { blockOf, type Lineage, type Step } from '../../shared/follow/lineage.js';
import { moveDelayOf, paydayOf, toStoredState } from '../contract/stored-stream.js';

/** A step with the transaction it was read from. */
export type LineageStep = Step<StreamStep>;

/** Returns how the state of a stream moves. */
export const streamLineage = (contract: StreamModel): Lineage<ContractState, StreamStep> => ({
  lockingBytecode: ({ lockingBytecode = contract.lockingBytecode }) => lockingBytecode,
  read: (from, txid, transaction) => contract.at(from).readStep(txid, transaction),
});

const storedNext = ({ next }: StreamStep): StreamState | null => (next === undefined ? null : toStoredState(next));

/** Converts a state to the form in which its transition stores it. */
export const toTransitionState = ({ vout, satoshis, companion, commitment }: StreamState): TransitionState => ({
  vout,
  satoshis,
  tokenAmount: companion?.amount ?? null,
  commitment,
});

const toStoredTransition = ({ transition, transaction }: LineageStep, source: NewTransition['source']) => {
  const next = storedNext(transition);
  return {
    kind: transition.kind,
    txHash: transition.txid,
    spent: transition.spent,
    state: next && toTransitionState(next),
    paidToRecipient: transition.paidToRecipient,
    paidToSender: transition.paidToSender,
    locktime: Number(transition.locktime),
    block: blockOf(transaction),
    source,
  };
};

/** Returns the first block height after a notice; null while the step that began it is not mined. */
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
const paymentChanges = (stream: StreamRecord, { next, refundable, released }: StreamStep): NewStreamStep['changes'] => {
  if (next !== undefined)
    return { refund: stream.refund && { ...stream.refund, amount: stream.refund.amount + refundable } };
  // Under notice pushes may pay the recipient everything: then the cancel had no effect.
  if (released === stream.totalAmount) return { status: 'COMPLETED', cancelledAt: null, refund: null, pause: null };
  return { status: 'CANCELLED', refund: null };
};

/** Returns the move that is pending after a step. The delay counts from the block of the state that it left. */
const moveAfter = (stream: StreamRecord, { transition, transaction }: LineageStep): StreamRecord['move'] => {
  const { next, moved } = transition;
  if (next?.movesTo === undefined) return null;
  const to = moved === undefined ? stream.move : { to: moved.address, toHash: movedKey(moved.party) };
  const isUndo = transition.kind === 'undo' || (to !== null && to.toHash === stream.recipientHash);
  return to && { ...to, availableAtHeight: noticeHeight(transaction, isUndo ? 0 : moveDelayOf(stream)) };
};

/** Returns what a step changes of who is paid, and who will be. */
const moveChanges = (stream: StreamRecord, step: LineageStep): NewStreamStep['changes'] => {
  const { kind, moved } = step.transition;
  const move = moveAfter(stream, step);
  return {
    ...((stream.move !== null || move !== null) && { move }),
    ...(kind === 'finish' && moved && { recipient: moved.address, recipientHash: movedKey(moved.party) }),
  };
};

/** What a step changes in the row beside the amounts. */
const stepChanges = (
  stream: StreamRecord,
  { transition, transaction }: LineageStep,
  now: number,
): NewStreamStep['changes'] => {
  const { kind, next, refundable, paidToSender } = transition;
  const availableAtHeight = noticeHeight(transaction, stream.cancelNoticeBlocks);
  switch (kind) {
    case 'cancel': {
      const waits = { amount: refundable, status: 'pending', txHash: null, availableAtHeight } as const;
      return {
        status: 'CANCELLED',
        cancelledAt: now,
        refund: next === undefined ? returned(paidToSender, transaction, null) : waits,
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
      return paymentChanges(stream, transition);
    case 'announce':
    case 'undo':
    case 'finish':
    case 'keep':
      return {};
  }
};

const progressOf = ({ progress: { paid, nextDue } }: NonNullable<StreamStep['recurring']>): RecurringProgress => ({
  paid: Number(paid),
  nextDue: Number(nextDue),
});

/** What a step changes in the row. Amounts come from the chain, never by adding to the row. */
const changesOf = (stream: StreamRecord, step: LineageStep, now: number): NewStreamStep['changes'] => {
  const { released, recurring } = step.transition;
  const amounts = {
    withdrawnAmount: released,
    state: storedNext(step.transition),
    ...(recurring && { progress: progressOf(recurring) }),
  };
  return { ...amounts, ...moveChanges(stream, step), ...stepChanges(stream, step, now) };
};

/**
 * Returns what is recorded of a step.
 *
 * @param stream its row before the step
 * @param source `confirm` where a client reported this very step
 */
export const toNewStep = (stream: StreamRecord, step: LineageStep, source: NewTransition['source'], now: number) => {
  const { txid: txHash, paidToRecipient: amount, recurring } = step.transition;
  const periods = recurring === undefined ? null : Number(recurring.periods);
  return {
    transition: toStoredTransition(step, source),
    changes: changesOf(stream, step, now),
    claim:
      amount > 0n
        ? {
            recipient: stream.recipient,
            amount,
            claimedAt: now,
            txHash,
            source,
            periods,
            payday: paydayOf(stream, step.transition),
          }
        : undefined,
  };
};

/**
 * Records steps of a stream's lineage that start at its stored state, each once, with the payments they made. The last
 * one is the caller's own (`source: "confirm"`) where `confirmed` says so; all others were found on the chain.
 */
export const recordSteps = async (
  scope: Pick<StreamScope, 'stream' | 'advance' | 'recordClaim'>,
  steps: readonly LineageStep[],
  options: { confirmed: boolean; now: number },
): Promise<void> => {
  for (const [index, step] of steps.entries()) {
    const source = options.confirmed && index === steps.length - 1 ? 'confirm' : 'chain';
    const { transition, changes, claim } = toNewStep(scope.stream, step, source, options.now);
    await scope.advance(transition, changes);
    if (claim !== undefined) await scope.recordClaim(claim);
  }
};
