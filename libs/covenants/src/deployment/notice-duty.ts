import type { KeylessTransaction } from '../transaction/built-transaction.js';
import type { ContractState } from './contract-state.js';
import type { StreamContract } from './stream-contract.types.js';

/** Where the chain stands, for what is due under a notice. */
export interface NoticeFacts {
  /** Of the block that holds the cancel or pause. */
  readonly noticeHeight: number;
  /** Of the block before that one, Unix seconds: no honest cancel could be dated later. */
  readonly medianTimeBefore: bigint;
  readonly tipHeight: number;
}

/** A transaction that protects a party, and that nobody has to sign. */
export interface Duty {
  readonly kind: 'push' | 'settle' | 'refund';
  readonly transaction: KeylessTransaction;
}

/**
 * Which step a contract under notice is due, and to whom: to the recipient what was theirs when the notice began, by a
 * push; when nothing of it is left and the notice is over, the rest to the sender, or the settling of a pause.
 *
 * @returns undefined where nothing is due, or no notice runs
 */
export const findDuty = (
  contract: StreamContract,
  state: ContractState,
  { noticeHeight, medianTimeBefore, tipHeight }: NoticeFacts,
): Duty | undefined => {
  if (state.clock === undefined) return undefined;
  const position = contract.at(state);
  const end = position.noticeEnd();
  if (end === undefined) return undefined;
  const push = position.payoutAt(medianTimeBefore - 1n)?.buildPush();
  if (push !== undefined) return { kind: 'push', transaction: push };
  if (tipHeight + 1 < noticeHeight + contract.noticeBlocks) return undefined;
  return { kind: end.kind, transaction: end.build().transaction };
};
