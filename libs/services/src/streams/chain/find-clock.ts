import type { ClockCoin, StreamPosition } from '@weir/covenants';
import type { ChainTransaction, StreamRecord, StreamState, TransitionRecord } from '@weir/infra';
import { toContractState } from '../contract/stored-stream.js';
import type { StreamContext } from '../stream-context.js';

/** Whether a notice runs: a cancel waits for its refund, or a pause to be settled. */
export const isUnderNotice = ({ status, state, pause }: StreamRecord): boolean =>
  state !== null && (status === 'CANCELLED' || pause?.settled === false);

/** Returns the step that began the latest notice. */
export const noticeStep = (steps: readonly TransitionRecord[]): TransitionRecord | undefined =>
  steps.findLast(({ kind }) => kind === 'cancel' || kind === 'pause');

/**
 * Returns the transaction that began the notice a stream is under, from the chain; undefined where it is under none.
 */
export const findNotice = async ({ streams, chain }: StreamContext, stream: StreamRecord) => {
  if (!isUnderNotice(stream)) return undefined;
  const began = noticeStep(await streams.transitionsOf(stream.id));
  return began && (await chain.transaction(began.txHash));
};

/** The clock of a notice: an output of the transaction that began it, unspent until the notice ends. */
const clockOf = ({ contracts }: StreamContext, stream: StreamRecord, notice: ChainTransaction): ClockCoin => {
  const clock = contracts.of(stream).findClock(notice.txid, notice.transaction);
  if (clock === undefined)
    throw new Error(`Transaction ${notice.txid} is recorded as a cancel or pause and has no clock`);
  return clock;
};

/**
 * Converts a row's state to the contract's, with the clock of a running notice: the next step of a plan's stream is
 * read from both. Undefined where the row has no state.
 */
export const contractStateOf = async (context: StreamContext, stream: StreamRecord) => {
  const { state } = stream;
  if (state === null) return undefined;
  const notice = await findNotice(context, stream);
  return toContractState(state, notice && clockOf(context, stream, notice));
};

/**
 * Returns a stream's position for builders, with the clock of a notice, at the fee rate that nodes ask.
 *
 * @param notice see {@link findNotice}
 */
export const positionUnder = async (
  context: StreamContext,
  stream: StreamRecord,
  state: StreamState,
  notice: ChainTransaction | undefined,
): Promise<StreamPosition> => {
  const clock = notice && clockOf(context, stream, notice);
  const feeRate = await context.chain.feeRate();
  return context.contracts.of(stream).at(toContractState(state, clock), { feeRate });
};

/** Returns a stream's position by its row, and by the chain where a notice runs; undefined where it has no state. */
export const positionOf = async (context: StreamContext, stream: StreamRecord): Promise<StreamPosition | undefined> => {
  const { state } = stream;
  return state === null ? undefined : positionUnder(context, stream, state, await findNotice(context, stream));
};
