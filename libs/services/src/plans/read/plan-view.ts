import type { PlanOverview, PlanRecord, StreamRecord } from '@weir/infra';
import { fundingProposal } from '../../shared/vaults/funding-proposal.js';
import type { PlanDetail, PlanPartView, PlanTermsView, PlanView } from '../plans.types.js';
import { headOf } from '../stored-plan.js';
import type { PlanHead } from '../terms/plan-defaults.js';

/** Returns the shared terms of a plan, stored or not. */
export const termsView = (head: PlanHead, sender: string): PlanTermsView => ({
  product: head.kind,
  sender,
  tokenType: head.tokenType,
  tokenCategory: head.tokenCategory,
  cancelable: head.defaults.cancelable,
  pausable: head.defaults.pausable,
  cancelNoticeBlocks: head.defaults.noticeBlocks,
  feeBound: Number(head.feeBound),
  cancelFills: head.cancelFills,
});

/** How much of a plan is funded. */
export interface Parts {
  readonly parts: number;
  readonly partsFunded: number;
}

/** Converts a stored plan to the form that its sender sees. */
export const ownPlanView = (plan: PlanRecord, { parts, partsFunded }: Parts): PlanView => ({
  ...termsView(headOf(plan), plan.sender),
  id: plan.id,
  planId: plan.planId,
  vaultId: plan.vaultId,
  description: plan.description,
  status: plan.status,
  streams: plan.recipients,
  totalAmount: plan.principal,
  parts,
  partsFunded,
  expiresAt: plan.expiresAt,
  createdAt: plan.createdAt,
  updatedAt: plan.updatedAt,
});

/** What others than the sender see: what is on the chain, and no more. */
const publicView = (own: PlanView, funded: readonly PlanPartView[], totalAmount: bigint): PlanView => ({
  ...own,
  vaultId: null,
  description: null,
  streams: funded.reduce((sum, { streams }) => sum + streams, 0),
  totalAmount,
  parts: funded.length,
});

/** Counts a plan's streams by status, the unfunded ones included. */
const statusesOf = (
  funded: Readonly<Partial<Record<StreamRecord['status'], number>>>,
  streams: number,
): PlanDetail['statuses'] => {
  const known = Object.values(funded).reduce((sum, count) => sum + count, 0);
  const pending = (funded.PENDING ?? 0) + Math.max(0, streams - known);
  return { ...funded, ...(pending > 0 && { PENDING: pending }) };
};

/** Converts a plan to the form that its sender sees right after storing its list. @param parts streams of each */
export const listedDetail = (plan: PlanRecord, parts: readonly number[]): PlanDetail => ({
  plan: ownPlanView(plan, { parts: parts.length, partsFunded: 0 }),
  fundings: parts.map((streams, index) => ({
    part: index + 1,
    streams,
    status: 'PENDING',
    fundingTxHash: null,
    category: null,
  })),
  proposal: parts.length > 0 ? fundingProposal('plan', plan) : undefined,
  statuses: statusesOf({}, plan.recipients),
});

/** Shows a plan with its fundings to its sender, or to everybody else. */
export const planDetail = ({ plan, fundings, statuses, amount }: PlanOverview, isSender: boolean): PlanDetail => {
  const funded = fundings.filter(({ status }) => status === 'ACTIVE');
  const own = ownPlanView(plan, { parts: fundings.length, partsFunded: funded.length });
  const view = isSender ? own : publicView(own, funded, amount);
  return {
    plan: view,
    fundings: isSender ? fundings : funded,
    proposal: isSender && funded.length < fundings.length ? fundingProposal('plan', plan) : undefined,
    statuses: statusesOf(statuses, view.streams),
  };
};
