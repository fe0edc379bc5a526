import {
  vestingPayout,
  type KeylessTransaction,
  type VestingAsset,
  type VestingCoin,
  type VestingContract,
  type VestingPayout,
} from '@weir/covenants';
import type { Duty, NoticeFacts } from './product.types.js';

/** What a stream of either asset builds while its notice runs. */
export interface NoticeBuilders {
  readonly contract: VestingContract<VestingAsset>;
  readonly coin: VestingCoin;
  /** Undefined where the contract may not pay the fee. */
  readonly push: (payout: VestingPayout) => KeylessTransaction | undefined;
  readonly refund: () => KeylessTransaction;
}

const toDuty = (kind: Duty['kind'], { hex, txid }: KeylessTransaction): Duty => ({ kind, hex, txid });

/**
 * What a cancelled stream owes: to the recipient what had vested when the cancel was mined, by a push; when nothing of
 * it is left and the notice is over, the rest to the sender.
 */
export const vestingDuty = (
  { contract, coin, push, refund }: NoticeBuilders,
  { noticeHeight, medianTimeBefore, tipHeight }: NoticeFacts,
): Duty | undefined => {
  const { schedule, noticeBlocks } = contract.parameters;
  const payout = vestingPayout(schedule, coin.state, medianTimeBefore - 1n, contract.asset);
  const pushed = payout && push(payout);
  if (pushed !== undefined) return toDuty('push', pushed);
  return tipHeight + 1 < noticeHeight + noticeBlocks ? undefined : toDuty('refund', refund());
};
