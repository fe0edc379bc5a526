import { isNoticeOver } from '@weir/covenants';
import type { StreamRecord } from '@weir/infra';
import { onChain } from '../../shared/chain-errors.js';
import { ServiceError } from '../../shared/service-error.js';
import { findNotice, positionUnder } from '../chain/find-clock.js';
import { recordBroadcast } from '../chain/record-broadcast.js';
import { noticeHeight } from '../chain/record-lineage.js';
import { owedUnder, pushOwed } from '../claim/push-owed.js';
import { pushHeldBack, refuseForFee } from '../refuse-for-fee.js';
import type { StreamContext } from '../stream-context.js';

/** The transactions sent at the end of a notice, and the row with them. */
export interface EndedNotice {
  /** Hash of the push; undefined where nothing was left to push. */
  readonly pushed: string | undefined;
  /** The refund or settling, and what it returns; undefined where no notice runs, or the push paid all there was. */
  readonly ended: { readonly txHash: string; readonly amount: bigint } | undefined;
  readonly stream: StreamRecord;
}

/** The refusal of a step that must wait for the end of a notice. */
const noticeNotOver = (availableAtHeight: number | null, height: number): ServiceError =>
  new ServiceError(
    'NOTICE_NOT_OVER',
    availableAtHeight === null
      ? 'The notice starts when its transaction is mined, and it is not yet'
      : `The notice is not over: what follows it can be mined in block ${availableAtHeight}, and the next block is ${height + 1}`,
    { availableAtHeight, height },
  );

/**
 * Ends the notice a stream is under, without a signature: pushes what the recipient is owed up to the end, which would otherwise
 * go to the sender or wait, and sends the refund or settling of the rest. Where only nodes' fee rate holds the push back nothing
 * is sent: ending the notice would take from the recipient what the push would have paid.
 *
 * @param synced its row as the chain has it
 * @throws ServiceError NOTICE_NOT_OVER, FEE_RATE_TOO_HIGH, CHAIN_UNAVAILABLE; BROADCAST_REJECTED when the state was spent
 * meanwhile
 */
export const endNotice = async (context: StreamContext, synced: StreamRecord): Promise<EndedNotice> => {
  const notice = await findNotice(context, synced);
  if (notice === undefined) return { pushed: undefined, ended: undefined, stream: synced };
  const { cancelNoticeBlocks: noticeBlocks } = synced;
  const { height: tipHeight } = await onChain(() => context.chain.tip());
  if (notice.height === undefined || !isNoticeOver({ noticeHeight: notice.height, noticeBlocks, tipHeight }))
    throw noticeNotOver(noticeHeight(notice, noticeBlocks), tipHeight);

  const until = await owedUnder(context, notice.height, synced);
  const { stream, pushed, isHeldBack } = await pushOwed(context, synced, notice, until);
  if (isHeldBack) throw await pushHeldBack(context);
  const position = stream.state === null ? undefined : await positionUnder(context, stream, stream.state, notice);
  const end = position?.noticeEnd();
  if (end === undefined) return { pushed, ended: undefined, stream };
  const { transaction, amount } = end.build() ?? (await refuseForFee(context, stream, end));
  await onChain(() => context.chain.broadcast(transaction.hex));
  return {
    pushed,
    ended: { txHash: transaction.txid, amount },
    stream: await recordBroadcast(context, stream, transaction.txid),
  };
};
