import type { StreamScope } from '@weir/infra';

/** Computes anew what a refund's row says of the blocks of the cancel and of the refund. */
export const refreshRefund = async (scope: StreamScope): Promise<void> => {
  const { refund, cancelNoticeBlocks } = scope.stream;
  if (refund === null) return;
  const steps = await scope.transitions();
  const cancelled = steps.find(({ kind }) => kind === 'cancel')?.block?.height;
  const sent = steps.find(({ kind }) => kind === 'refund');
  const availableAtHeight = cancelled === undefined ? null : cancelled + cancelNoticeBlocks;
  const status = sent === undefined ? 'pending' : sent.block === null ? 'sent' : 'confirmed';
  if (refund.availableAtHeight === availableAtHeight && refund.status === status) return;
  await scope.update({ refund: { ...refund, status, txHash: sent?.txHash ?? null, availableAtHeight } });
};
