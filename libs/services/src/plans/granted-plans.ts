import type { GrantedPlans } from '../vaults/grants/granted-plans.js';
import { assertOwnParties } from './funding/assert-own-parties.js';
import { verifyPlanFunding } from './funding/confirm-funding.js';
import { nextPart, noRecipients } from './load-plan.js';
import type { PlanContext } from './plan-context.js';
import { partOfRows } from './stored-plan.js';

/** Plans as the vaults that fund them ask for them. */
export const createGrantedPlans = (context: PlanContext): GrantedPlans => {
  const { plans, lists, network } = context;
  return {
    find: (planId) => plans.findById(planId),
    streamsOf: (planId, page) => plans.streamsOf(planId, page),
    async nextPart(planId) {
      const [plan, fundings] = [await plans.findById(planId), await plans.fundingsOf(planId)];
      if (plan !== undefined && fundings.length === 0) throw noRecipients(plan);
      const funding = nextPart(fundings);
      if (plan === undefined || funding === undefined) return undefined;
      const part = partOfRows(plan, await lists.recipientsOfFunding(funding.id), network);
      assertOwnParties(part);
      return { part, keep: () => lists.keep(funding) };
    },
    confirmFunding: (planId, txHash) => verifyPlanFunding(planId, txHash, context),
  };
};
