import type { PlanPart } from '@weir/covenants';
import type { PlanRecord } from '@weir/infra';
import { verifyPlanFunding } from './funding/confirm-funding.js';
import { noRecipients, type PlanContext } from './load-plan.js';
import { assertOwnParties, partOfRows } from './stored-plan.js';

/** The part that the next funding of a plan opens. */
export interface PartToOpen {
  readonly part: PlanPart;
  /** Freezes the list, since its funding is about to be signed; false where it was replaced meanwhile. */
  keep(): Promise<boolean>;
}

/** Builds what vaults use plans of lists by. */
export const createGrantedPlans = (context: PlanContext) => {
  const { plans, network } = context;
  return {
    find: (planId: string): Promise<PlanRecord | undefined> => plans.findById(planId),
    /** Streams of a plan that were funded, by index. @param page `after`: the last index of the page before */
    streamsOf: (planId: string, page: { readonly after?: number; readonly limit: number }) =>
      plans.streamsOf(planId, page),
    /**
     * What the next funding of a plan opens; undefined where all of it is open.
     *
     * @throws ServiceError WRONG_STATE, INVALID_RECIPIENTS where the list can be opened by nothing
     */
    async nextPart(planId: string): Promise<PartToOpen | undefined> {
      const found = await plans.nextPart(planId);
      if (found?.fundings.length === 0) throw noRecipients(found.plan);
      if (found?.next === undefined) return undefined;
      const { funding, recipients } = found.next;
      const part = partOfRows(found.plan, recipients, network);
      assertOwnParties(part);
      return { part, keep: () => plans.keep(funding) };
    },
    /** Verifies a funding of a plan on the chain and records it. @throws ServiceError as confirm-funding does */
    confirmFunding: (planId: string, txHash: string): Promise<unknown> => verifyPlanFunding(context, planId, txHash),
  };
};

export type GrantedPlans = ReturnType<typeof createGrantedPlans>;
