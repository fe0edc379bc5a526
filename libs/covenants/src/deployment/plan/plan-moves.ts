import { planResume } from '../../plan/payout/plan-resume.js';
import { planStop, type PlanStopKind } from '../../plan/payout/plan-stop.js';
import type { PlanResumeItem } from '../../plan/transactions/resume-plan.js';
import type { PlanStopItem } from '../../plan/transactions/stop-plan.js';
import type { ContractState } from '../contract-state.js';
import type { StreamModel } from '../stream-model.types.js';
import { planCoinOf } from './plan-opening.js';

/**
 * Returns a stream as an item of a joint cancel or pause; undefined where `planStop` finds none possible.
 *
 * @param time the locktime, Unix seconds
 */
export const planStopItem = (
  { contract, opening }: StreamModel,
  state: ContractState,
  kind: PlanStopKind,
  time: bigint,
): PlanStopItem | undefined => {
  const coin = planCoinOf(contract, opening, state);
  const stop = planStop(contract, coin, kind, time);
  return stop && { contract, coin, recipient: opening.recipient, stop };
};

/**
 * Returns a paused recurring stream as an item of a joint resume; undefined where `planResume` finds none possible.
 *
 * @param time the locktime, Unix seconds
 */
export const planResumeItem = (
  { contract, opening }: StreamModel,
  state: ContractState,
  time: bigint,
): PlanResumeItem | undefined => {
  const coin = planCoinOf(contract, opening, state);
  const resume = planResume(contract, coin, time);
  return resume && { contract, coin, recipient: opening.recipient, resume };
};
