import type { PlanPart } from '@weir/covenants';
import type { PlanRecord, StreamRecord } from '@weir/infra';

/** The part that the next funding of a plan opens. */
export interface PartToOpen {
  readonly part: PlanPart;
  /** Freezes the list, since its funding is about to be signed; false where it was replaced meanwhile. */
  keep(): Promise<boolean>;
}

/** The port through which vaults use plans made of a list. */
export interface GrantedPlans {
  /** @param planId uuid */
  find(planId: string): Promise<PlanRecord | undefined>;
  /** Streams of a plan that were funded, by index. @param page `after`: the last index of the page before */
  streamsOf(
    planId: string,
    page: { readonly after?: number; readonly limit: number },
  ): Promise<readonly StreamRecord[]>;
  /**
   * What the next funding of a plan opens; undefined where all of it is open.
   *
   * @throws ServiceError WRONG_STATE, INVALID_RECIPIENTS where the list can be opened by nothing
   */
  nextPart(planId: string): Promise<PartToOpen | undefined>;
  /** Verifies a funding of a plan on the chain and records it. @throws ServiceError as confirm-funding does */
  confirmFunding(planId: string, txHash: string): Promise<unknown>;
}
