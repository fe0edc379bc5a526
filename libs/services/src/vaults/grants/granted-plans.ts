import type { PlanPart } from '@weir/covenants';
import type { PlanRecord, StreamRecord } from '@weir/infra';

/** What vaults ask of plans that were made of a list. */
export interface GrantedPlans {
  /** @param planId uuid */
  find(planId: string): Promise<PlanRecord | undefined>;
  /** Streams of a plan that were funded, by index. @param page `after`: the last index of the page before */
  streamsOf(
    planId: string,
    page: { readonly after?: number; readonly limit: number },
  ): Promise<readonly StreamRecord[]>;
  /** What the next funding of a plan opens; undefined where all of it is open. Its list stays as it is from now on. */
  nextPart(planId: string): Promise<PlanPart | undefined>;
  /** Verifies a funding of a plan on the chain and records it. @throws ServiceError as confirm-funding does */
  confirmFunding(planId: string, txHash: string): Promise<unknown>;
}
