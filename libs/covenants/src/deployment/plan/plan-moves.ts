import { planResume } from '../../plan/payout/plan-resume.js';
import { planStop, type PlanStopKind } from '../../plan/payout/plan-stop.js';
import { buildPlanResume, type PlanResumeItem } from '../../plan/transactions/resume-plan.js';
import { buildPlanStop, type PlanStopItem } from '../../plan/transactions/stop-plan.js';
import type { WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { proposePlanResume, proposePlanStop } from '../../vault/proposal/propose-with-plans.js';
import type { VaultProposal } from '../../vault/proposal/vault-proposal.js';
import type { TreasuryContract } from '../../vault/treasury.js';
import type { VaultHoldings } from '../../vault/vault-coin.js';
import type { ContractState } from '../stream-schedule.types.js';
import { planCoinOf } from './plan-opening.js';
import type { PlanStream } from './plan-stream.js';

/** What a sender does to streams by one signature. */
export type PlanMoveKind = PlanStopKind | 'resume';

/** A stream of a joint move. */
export type PlanMoveItem = PlanStopItem | PlanResumeItem;

/**
 * Returns a stream as an item of a joint move; undefined where `planStop`, or `planResume`, finds none possible.
 *
 * @param time the locktime, Unix seconds
 */
export const planMoveItem = (
  { contract, opening }: PlanStream,
  state: ContractState,
  kind: PlanMoveKind,
  time: bigint,
): PlanMoveItem | undefined => {
  const coin = planCoinOf(contract, opening, state);
  const item = { contract, coin, recipient: opening.recipient };
  if (kind === 'resume') {
    const resume = planResume(contract, coin, time);
    return resume && { ...item, resume };
  }
  const stop = planStop(contract, coin, kind, time);
  return stop && { ...item, stop };
};

/** Returns what a move pays the recipient, and what it leaves in the stream. Units of the asset. */
export const movedBy = (item: PlanMoveItem): { readonly paid: bigint; readonly left: bigint } =>
  'stop' in item ? item.stop : item.resume;

const sorted = (items: readonly PlanMoveItem[]) => ({
  stops: items.flatMap((item) => ('stop' in item ? [item] : [])),
  resumes: items.flatMap((item) => ('resume' in item ? [item] : [])),
});

/** Builds a joint move, all of one kind, as `buildPlanStop` and `buildPlanResume` do. */
export const buildPlanMoves = (
  items: readonly PlanMoveItem[],
  sender: WalletCoins,
  options: BuildOptions,
): UnsignedTransaction => {
  const { stops, resumes } = sorted(items);
  return resumes.length > 0 ? buildPlanResume(resumes, sender, options) : buildPlanStop(stops, sender, options);
};

/** Proposes a joint move by a vault, all of one kind, as `proposePlanStop` and `proposePlanResume` do. */
export const proposePlanMoves = (
  contract: TreasuryContract,
  holdings: VaultHoldings,
  items: readonly PlanMoveItem[],
  options: BuildOptions,
): VaultProposal => {
  const { stops, resumes } = sorted(items);
  return resumes.length > 0
    ? proposePlanResume(contract, holdings, resumes, options)
    : proposePlanStop(contract, holdings, stops, options);
};
