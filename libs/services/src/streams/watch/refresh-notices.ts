import type { StreamScope, TransitionRecord } from '@weir/infra';
import { moveDelayOf } from '../contract/stored-stream.js';

type NoticeScope = Pick<StreamScope, 'stream' | 'transitions' | 'update'>;

const heightOf = (step: TransitionRecord | undefined, blocks: number): number | null => {
  const height = step?.block?.height;
  return height === undefined ? null : height + blocks;
};

/** A separate refund, or a cancel that returned the rest at once. */
const isReturn = ({ kind, state }: TransitionRecord): boolean =>
  kind === 'refund' || (kind === 'cancel' && state === null);

/** Computes again what a row says of a refund from the blocks of the cancel and of the refund. */
const refreshRefund = async (scope: NoticeScope, steps: readonly TransitionRecord[]): Promise<void> => {
  const { refund, cancelNoticeBlocks } = scope.stream;
  if (refund === null) return;
  const sent = steps.find(isReturn);
  const cancel = steps.find(({ kind, state }) => kind === 'cancel' && state !== null);
  const availableAtHeight = heightOf(cancel, cancelNoticeBlocks);
  const status = sent === undefined ? 'pending' : sent.block === null ? 'sent' : 'confirmed';
  if (refund.availableAtHeight === availableAtHeight && refund.status === status) return;
  await scope.update({ refund: { ...refund, status, txHash: sent?.txHash ?? null, availableAtHeight } });
};

/** The same of a pause that is not settled. */
const refreshPause = async (scope: NoticeScope, steps: readonly TransitionRecord[]): Promise<void> => {
  const { pause, cancelNoticeBlocks } = scope.stream;
  if (pause === null || pause.settled) return;
  const availableAtHeight = heightOf(
    steps.findLast(({ kind }) => kind === 'pause'),
    cancelNoticeBlocks,
  );
  if (pause.availableAtHeight !== availableAtHeight)
    await scope.update({ pause: { settled: false, availableAtHeight } });
};

/** The same of a move that is pending: its delay counts from the block of the state. */
const refreshMove = async (scope: NoticeScope, steps: readonly TransitionRecord[]): Promise<void> => {
  const { move, recipientHash } = scope.stream;
  if (move === null) return;
  const availableAtHeight = heightOf(steps.at(-1), move.toHash === recipientHash ? 0 : moveDelayOf(scope.stream));
  if (move.availableAtHeight !== availableAtHeight) await scope.update({ move: { ...move, availableAtHeight } });
};

/** Recomputes the columns about the notices of a row's cancel or pause, and about its move, since blocks come and go. */
export const refreshNotices = async (scope: NoticeScope): Promise<void> => {
  const { refund, pause, move } = scope.stream;
  if (refund === null && pause === null && move === null) return;
  const steps = await scope.transitions();
  await refreshRefund(scope, steps);
  await refreshPause(scope, steps);
  await refreshMove(scope, steps);
};
