import type { PlanFundingRecord, PlanRecord } from '@weir/infra';
import { MAY_HAVE_EXPIRED } from '../shared/keeping.js';
import { parseParty } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import type { Viewer } from '../shared/viewer.js';
import type { PlanContext } from './plan-context.js';

/** @throws ServiceError NOT_FOUND */
export const loadPlan = async (id: string, { plans }: Pick<PlanContext, 'plans'>): Promise<PlanRecord> => {
  const plan = await plans.findById(id);
  if (plan !== undefined) return plan;
  throw new ServiceError('NOT_FOUND', `There is no plan with this id. ${MAY_HAVE_EXPIRED}`, { id });
};

/** Whether an address is the plan's sender. */
export const isSender = ({ senderHash }: PlanRecord, address: string, { network }: Pick<PlanContext, 'network'>) =>
  parseParty(address, network, 'x-user-address').hashHex === senderHash;

/**
 * A plan that its sender does something with.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN
 */
export const loadAsSender = async (
  id: string,
  caller: string,
  context: Pick<PlanContext, 'plans' | 'network'>,
): Promise<PlanRecord> => {
  const plan = await loadPlan(id, context);
  if (isSender(plan, caller, context)) return plan;
  throw new ServiceError('FORBIDDEN', 'Only the sender of the plan may do this', { id });
};

/** A plan as somebody sees it. */
export interface SeenPlan {
  readonly plan: PlanRecord;
  /** The sender sees the whole list, and its labels; everybody else what stands on the chain. */
  readonly isSender: boolean;
}

/**
 * A plan that somebody looks at: before it is funded a list is its sender's alone.
 *
 * @throws ServiceError NOT_FOUND, CALLER_REQUIRED, FORBIDDEN
 */
export const loadSeen = async (
  id: string,
  viewer: Viewer | undefined,
  context: Pick<PlanContext, 'plans' | 'network'>,
): Promise<SeenPlan> => {
  const plan = await loadPlan(id, context);
  const own = viewer !== undefined && isSender(plan, viewer.address, context);
  if (own || plan.status === 'ACTIVE') return { plan, isSender: own };
  if (viewer === undefined)
    throw new ServiceError('CALLER_REQUIRED', 'The plan is not funded yet: only its sender sees it. Say who asks', {
      id,
    });
  throw new ServiceError('FORBIDDEN', 'The plan is not funded yet: only its sender sees it', { id });
};

/** What of a plan is to be funded next; undefined where everything is. */
export const nextPart = (fundings: readonly PlanFundingRecord[]): PlanFundingRecord | undefined =>
  fundings.find(({ status }) => status === 'PENDING');
