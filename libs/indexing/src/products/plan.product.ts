import {
  createPlanContracts,
  createPlanStream,
  decodePlanAnnouncement,
  decodePlanState,
  findPlanDeployments,
  isBchPlan,
  type PlanContract,
  type PlanGroup,
  type PlanOpening,
  type PlanRules,
  planStreamSchedule,
  type PlanTerms,
} from '@weir/covenants';
import type { StoredPlan } from '@weir/infra';
import { followedStream, openingOfStored, planDetails, scheduledTerms } from './followed-stream.js';
import type { Product, ProductContract, ProductTerms } from './product.types.js';
import { streamProduct } from './stream-product.js';

/** Returns the product name of a plan's streams as rows store it. */
const planProductName = ({ product }: Pick<PlanTerms, 'product'>): string => `PLAN_${product}`;

/**
 * Returns which list a plan's streams belong to. Recurring ones that nobody can pause are `recurring`, since the chain
 * does not say whether they were meant as streams or payments.
 */
const planFamily = ({ groups: [group] }: Pick<PlanTerms, 'groups'>): ProductTerms['family'] => {
  if (group?.kind !== 'RECURRING') return 'stream';
  return group.pausable ? 'payment' : 'recurring';
};

const familyOf = (group: PlanGroup): ProductTerms['family'] => planFamily({ groups: [group] });

/** Returns the terms of a plan with the group a row names. @throws Error when there is no such group */
const rulesOf = (terms: PlanTerms, { group }: Pick<StoredPlan, 'group'>): PlanRules => {
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
const planStreamTerms = (rules: PlanRules, opening: PlanOpening, stored: StoredPlan): ProductTerms => {
  const { terms, group } = rules;
  const schedule = planStreamSchedule(rules, opening);
  return {
    product: planProductName(terms),
    family: familyOf(group),
    sender: terms.sender,
    get recipient() {
      return opening.recipient;
    },
    tokenCategory: isBchPlan(terms.product) ? null : (opening.asset ?? null),
    total: opening.total,
    get details() {
      return {
        ...scheduleDetails(rules, opening),
        ...planDetails(terms, stored),
        cancelFills: Number(terms.cancelFills),
        moveDelayBlocks: terms.delay,
      };
    },
    ...scheduledTerms(schedule, group.kind === 'RECURRING' ? group.cancelable : group.noticeBlocks > 0),
  };
};

/** Wraps a stream of a plan as a contract that the indexer follows. */
const openStream = (contract: PlanContract, opening: PlanOpening, plan: StoredPlan): ProductContract =>
  followedStream(createPlanStream(contract, opening), planStreamTerms(contract, opening, plan), plan);

/** Plans: one announcement opens many streams. Each has its own row, since each moves on its own after the funding. */
export const planProduct: Product = streamProduct({
  decode: decodePlanAnnouncement,
  productName: planProductName,
  familyOf: planFamily,
  contracts: createPlanContracts,
  find: findPlanDeployments,
  openingOf: openingOfStored,
  kept: () => ({}),
  streamTerms: (terms, opening, plan) => planStreamTerms(rulesOf(terms, plan), opening, plan),
  openStream,
});
