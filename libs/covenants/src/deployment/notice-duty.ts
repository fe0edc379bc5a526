import { assertSuccess, decodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import { isNoticeOver, type NoticeSpan } from '../contract/notice-span.js';
import type { BuildOptions, KeylessTransaction } from '../transaction/built-transaction.js';
import type { StreamPosition } from './plan/plan-position.js';
import type { StreamModel } from './plan/plan-stream.js';
import type { ContractState } from './stream-schedule.types.js';

/**
 * Returns the height of the block whose median time past bounds, exclusively, what the recipient is payable under a
 * notice. At first that is the block before the cancel or pause: no valid cancel could be dated later, so that much
 * is pushed at once. From one block before the notice ends it is the tip: the chain's time lags the clock by about an
 * hour, and only by then reaches what fell due in the hour before. Once the notice is over it stays the block that
 * ended it, so that a refund that is sent late does not cost the sender more, and pushes come to an end.
 */
export const owedUpToBlock = (span: NoticeSpan): number => {
  const { noticeHeight, noticeBlocks, tipHeight } = span;
  const last = noticeHeight + noticeBlocks - 1;
  return tipHeight + 1 < last ? noticeHeight - 1 : Math.min(tipHeight, last);
};

/** What a caller knows of the notice that a contract is under. */
export interface NoticeFacts extends Omit<NoticeSpan, 'noticeBlocks'> {
  /** Median time past of the block that {@link owedUpToBlock} names, Unix seconds. */
  readonly medianTime: bigint;
}

/** A transaction that protects a party and needs nobody's signature. */
export interface Duty {
  readonly kind: 'push' | 'settle' | 'refund';
  readonly transaction: KeylessTransaction;
}

const stateAfter = (position: StreamPosition, { txid, hex }: KeylessTransaction): ContractState | undefined =>
  position.readStep(txid, assertSuccess(decodeTransactionCommon(hexToBin(hex))))?.next;

/**
 * Whether the contract could pay for a push at the lowest fee rate, 1,000 satoshis for 1,000 bytes. Where it could,
 * but not at the rate that nodes ask now, only the rate holds the push back.
 *
 * @param time what fell due up to it is paid, Unix seconds
 */
export const canPushAtLowestRate = (contract: StreamModel, state: ContractState, time: bigint): boolean =>
  contract.at(state).payoutAt(time)?.buildPush() !== undefined;

/**
 * Lists the steps that a contract under notice is due, in their order: a push of what the recipient is payable, where
 * the contract pays for it, and, once the notice is over, the refund or the settling of what that leaves. Both are
 * built together: a refund that waited until its push was mined would face what fell due meanwhile.
 *
 * @returns nothing where nothing is due, where no notice runs, or where nodes ask for more than the contract may
 *   give. A push that only their fee rate holds back holds the end back too, which would otherwise take from the
 *   recipient what the push would have paid
 */
export const findDuties = (
  contract: StreamModel,
  state: ContractState,
  { medianTime, ...heights }: NoticeFacts,
  options: BuildOptions = {},
): readonly Duty[] => {
  if (state.clock === undefined) return [];
  const position = contract.at(state, options);
  if (position.noticeEnd() === undefined) return [];
  const until = medianTime - 1n;
  const push = position.payoutAt(until)?.buildPush();
  const duties: Duty[] = push === undefined ? [] : [{ kind: 'push', transaction: push }];
  if (!isNoticeOver({ ...heights, noticeBlocks: contract.noticeBlocks })) return duties;
  if (push === undefined && canPushAtLowestRate(contract, state, until)) return [];
  const left = push === undefined ? state : stateAfter(position, push);
  const end = left && contract.at(left, options).noticeEnd();
  const ended = end?.build();
  return end === undefined || ended === undefined
    ? duties
    : [...duties, { kind: end.kind, transaction: ended.transaction }];
};
