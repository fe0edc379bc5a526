import { assertSuccess, decodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import type { BuildOptions } from '../transaction/build-options.js';
import type { KeylessTransaction } from '../transaction/built-transaction.js';
import type { ContractState } from './contract-state.js';
import type { StreamModel, StreamPosition } from './stream-contract.types.js';

/** A notice that runs, or is over. Heights of blocks. */
export interface NoticeSpan {
  /** Of the block that holds the cancel or pause. */
  readonly noticeHeight: number;
  readonly noticeBlocks: number;
  readonly tipHeight: number;
}

/** Whether what ends a notice can be mined in the next block. */
export const isNoticeOver = ({ noticeHeight, noticeBlocks, tipHeight }: NoticeSpan): boolean =>
  tipHeight + 1 >= noticeHeight + noticeBlocks;

/**
 * The height of the block whose median time past says up to when a notice owes its recipient, exclusively. At first that
 * is the block before the cancel or pause: no honest one could be dated later, so that much is pushed at once. From one
 * block before the notice ends it is the tip: the chain's time lags the clock by about an hour, and only by then reaches
 * what fell due in the hour before. Once the notice is over it stays the block with which it ended, so that a refund that
 * is sent late costs the sender no more, and pushes come to an end.
 */
export const owedUpToBlock = (span: NoticeSpan): number => {
  const { noticeHeight, noticeBlocks, tipHeight } = span;
  const last = noticeHeight + noticeBlocks - 1;
  return tipHeight + 1 < last ? noticeHeight - 1 : Math.min(tipHeight, last);
};

/** What is known of the notice a contract is under. */
export interface NoticeFacts extends Omit<NoticeSpan, 'noticeBlocks'> {
  /** Median time past of the block that {@link owedUpToBlock} says, Unix seconds. */
  readonly medianTime: bigint;
}

/** A transaction that protects a party, and that nobody has to sign. */
export interface Duty {
  readonly kind: 'push' | 'settle' | 'refund';
  readonly transaction: KeylessTransaction;
}

const stateAfter = (position: StreamPosition, { txid, hex }: KeylessTransaction): ContractState | undefined =>
  position.readStep(txid, assertSuccess(decodeTransactionCommon(hexToBin(hex))))?.next;

/**
 * Whether the contract could pay for a push at the lowest rate there is, 1,000 satoshis for 1,000 bytes. Where it cannot at
 * the rate that nodes ask now, only that keeps the push back.
 *
 * @param time up to which is paid, Unix seconds
 */
export const canPushAtLowestRate = (contract: StreamModel, state: ContractState, time: bigint): boolean =>
  contract.at(state).payoutAt(time)?.buildPush() !== undefined;

/**
 * Which steps a contract under notice is due, in their order: a push of what the recipient is owed by now, where the
 * contract pays for it, and, when the notice is over, the refund or the settling of what that leaves. Both together: a
 * refund that waited for its push to be mined would meet what fell due meanwhile.
 *
 * @returns nothing where nothing is due, no notice runs, or nodes ask for more than the contract may give: a push that only
 * their fee rate keeps back keeps the end back too, which would take from the recipient what it would have paid
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
