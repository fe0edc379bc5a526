import type { GrantedPlans } from '../vaults/grants/granted-plans.js';
import { assertOwnParties } from './funding/assert-own-parties.js';
import { verifyPlanFunding } from './funding/confirm-funding.js';
import { noRecipients } from './load-plan.js';
import type { PlanContext } from './plan-context.js';
import { partOfRows } from './stored-plan.js';

/** Builds the port through which vaults fund and move plans. */
export const createGrantedPlans = (context: PlanContext): GrantedPlans => {
  const { plans, lists, network } = context;
  return {
    find: (planId) => plans.findById(planId),
    streamsOf: (planId, page) => plans.streamsOf(planId, page),
    async nextPart(planId) {
      const found = await lists.nextPart(planId);
      if (found?.fundings.length === 0) throw noRecipients(found.plan);
      if (found?.next === undefined) return undefined;
      const { funding, recipients } = found.next;
      const part = partOfRows(found.plan, recipients, network);
      assertOwnParties(part);
      return { part, keep: () => lists.keep(funding) };
    },
    confirmFunding: (planId, txHash) => verifyPlanFunding(context, planId, txHash),
  };
};
