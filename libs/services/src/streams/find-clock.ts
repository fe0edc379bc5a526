import type { ClockCoin } from '@weir/covenants';
import type { ChainTransaction, StreamRecord, TransitionRecord } from '@weir/infra';
import { onChain } from '../shared/chain-errors.js';
import { covenantOf } from './covenant/covenant-of.js';
import type { StreamContext } from './stream-context.js';

/** Whether a notice runs: a cancel waits for its refund, or a pause to be settled. */
export const isUnderNotice = ({ status, state, pause }: StreamRecord): boolean =>
  state !== null && (status === 'CANCELLED' || pause?.settled === false);

/** The step that began the latest notice. */
export const noticeStep = (steps: readonly TransitionRecord[]): TransitionRecord | undefined =>
  steps.findLast(({ kind }) => kind === 'cancel' || kind === 'pause');

/** The transaction that began the notice a stream is under, from the chain; undefined where it is under none. */
export const findNotice = async (
  stream: StreamRecord,
  { streams, chain }: StreamContext,
): Promise<ChainTransaction | undefined> => {
  if (!isUnderNotice(stream)) return undefined;
  const began = noticeStep(await streams.transitionsOf(stream.id));
  return began && (await onChain(() => chain.transaction(began.txHash)));
};

/** The clock of a stream under notice: an output of what began it, where it stays until the notice ends. */
export const findClock = async (stream: StreamRecord, context: StreamContext): Promise<ClockCoin | undefined> => {
  const notice = await findNotice(stream, context);
  return notice && covenantOf(stream, context.network).clockOf(notice);
};
