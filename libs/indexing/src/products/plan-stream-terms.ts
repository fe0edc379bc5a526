import { binToHex, hexToBin } from '@bitauth/libauth';
import {
  decodePlanState,
  isBchPlan,
  planStreamSchedule,
  type PlanGroup,
  type PlanOpening,
  type PlanRules,
  type PlanTerms,
} from '@weir/covenants';
import type { StoredPlan } from '@weir/infra';
import type { ProductTerms, StoredTerms } from './product.types.js';

/** Returns the product name of a plan's streams as rows store it. */
export const planProductName = ({ product }: Pick<PlanTerms, 'product'>): string => `PLAN_${product}`;

/**
 * Returns which list a plan's streams belong to. Recurring ones that nobody can pause are `recurring`, since the chain
 * does not say whether they were meant as streams or payments.
 */
export const planFamily = ({ groups: [group] }: Pick<PlanTerms, 'groups'>): ProductTerms['family'] => {
  if (group?.kind !== 'RECURRING') return 'stream';
  return group.pausable ? 'payment' : 'recurring';
};

const familyOf = (group: PlanGroup): ProductTerms['family'] => planFamily({ groups: [group] });

/** Restores the opening of a plan's stream from its row. @throws Error when the row is not one of a plan */
export const openingOfStored = ({ plan, recipient, tokenCategory, totalAmount }: StoredTerms): PlanOpening => {
  if (plan === null || recipient === null) throw new Error('A stored stream of a plan lacks what its funding says');
  return {
    category: plan.category,
    commitment: plan.commitment,
    total: totalAmount,
    asset: tokenCategory ?? undefined,
    recipient: hexToBin(recipient),
  };
};

/** Returns the terms of a plan with the group a row names. @throws Error when there is no such group */
export const rulesOf = (terms: PlanTerms, { group }: Pick<StoredPlan, 'group'>): PlanRules => {
  const named = terms.groups[group];
  if (named === undefined) throw new Error(`A stored plan has no group ${group}`);
  return { terms, group: named };
};

const scheduleDetails = ({ terms, group }: PlanRules, { commitment, total }: PlanOpening): ProductTerms['details'] => {
  const state = decodePlanState(terms.product, commitment)?.state;
  const notice = group.noticeBlocks === 0 ? null : group.noticeBlocks;
  if (group.kind === 'VESTING' && state?.kind === 'VESTING')
    return {
      streamType: group.step === 1n ? 'LINEAR' : 'STEP',
      startTime: Number(state.start),
      endTime: Number(state.end),
      cliffTimestamp: group.cliff === 0n ? null : Number(state.start + group.cliff),
      intervalSeconds: group.step === 1n ? null : Number(group.step),
      cancelable: notice !== null,
      cancelNoticeBlocks: notice,
    };
  if (group.kind !== 'RECURRING' || state?.kind !== 'RECURRING')
    throw new Error('A stored stream of a plan is not of the kind of its group');
  return {
    amountPerPeriodBase: state.amount.toString(),
    lastAmountBase: (total - state.amount * BigInt(state.unpaid - 1)).toString(),
    periods: state.unpaid,
    intervalSeconds: Number(group.interval),
    firstDue: Number(state.next),
    cancelable: group.cancelable,
    pausable: group.pausable,
    noticeBlocks: notice,
  };
};

/** Derives the terms of one stream from the plan's announcement and its funding. */
export const planStreamTerms = (rules: PlanRules, opening: PlanOpening, stored: StoredPlan): ProductTerms => {
  const { terms, group } = rules;
  const schedule = planStreamSchedule(rules, opening);
  return {
    product: planProductName(terms),
    family: familyOf(group),
    sender: terms.sender,
    recipient: opening.recipient,
    tokenCategory: isBchPlan(terms.product) ? null : (opening.asset ?? null),
    total: opening.total,
    details: {
      ...scheduleDetails(rules, opening),
      planCategory: stored.category,
      planIndex: stored.index,
      planGroup: stored.group,
      planNonce: binToHex(terms.nonce),
      feeBoundSatoshis: Number(terms.feeBound),
      cancelFills: Number(terms.cancelFills),
    },
    vestedAt: (time, { commitment, releasedAmount }) =>
      commitment === null ? releasedAmount : schedule.earnedAt({ commitment }, releasedAmount, time),
  };
};
