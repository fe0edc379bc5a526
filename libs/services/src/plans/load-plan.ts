import type { PlanRecord, PlansRepository } from '@weir/infra';
import { type Caller, callerHashes, type Viewer } from '../shared/parties.js';
import { MAY_HAVE_EXPIRED } from '../shared/retention.js';
import { ServiceError } from '../shared/service-error.js';
import { actsForOwner } from '../shared/vaults/vault-access.js';
import type { StreamContext } from '../streams/stream-context.js';

/** The dependencies of the use cases of plans, those of streams among them. */
export interface PlanContext extends StreamContext {
  readonly plans: PlansRepository;
}

/** Makes the refusal of an id that no plan has. */
export const noPlan = (id: string): ServiceError =>
  new ServiceError('NOT_FOUND', `There is no plan with this id. ${MAY_HAVE_EXPIRED}`, { id });

/** Loads a plan by its id. @throws ServiceError NOT_FOUND */
export const loadPlan = async ({ plans }: Pick<PlanContext, 'plans'>, id: string): Promise<PlanRecord> => {
  const plan = await plans.findById(id);
  if (plan !== undefined) return plan;
  throw noPlan(id);
};

type Surroundings = Pick<PlanContext, 'plans' | 'vaults' | 'network'>;

/** Whether a caller is the plan's sender, or (of a plan that a vault funds) one of those who propose for the vault. */
const isSender = (
  { vaults, network }: Omit<Surroundings, 'plans'>,
  { senderHash, vaultId }: PlanRecord,
  caller: Caller,
): Promise<boolean> => actsForOwner(vaults, { ownerHash: senderHash, vaultId }, callerHashes(caller, network));

/**
 * Loads a plan for its sender.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN
 */
export const loadAsSender = async (context: Surroundings, id: string, caller: Caller): Promise<PlanRecord> => {
  const plan = await loadPlan(context, id);
  if (await isSender(context, plan, caller)) return plan;
  throw new ServiceError(
    'FORBIDDEN',
    'Only the sender of the plan, or members of the vault that is its sender, may do this',
    {
      id,
    },
  );
};

/**
 * Loads a plan for a viewer: before it is funded only its sender may see it.
 *
 * @throws ServiceError NOT_FOUND, CALLER_REQUIRED, FORBIDDEN
 */
export const loadSeen = async (context: Surroundings, id: string, viewer: Viewer | undefined) => {
  const plan = await loadPlan(context, id);
  const own = viewer !== undefined && (await isSender(context, plan, viewer.addresses));
  if (own || plan.status === 'ACTIVE') return { plan, isSender: own };
  if (viewer === undefined)
    throw new ServiceError(
      'CALLER_REQUIRED',
      'The plan is not funded yet, and only its sender sees it: send the caller',
      {
        id,
      },
    );
  throw new ServiceError('FORBIDDEN', 'The plan is not funded yet, and only its sender sees it', { id });
};

/** Makes the refusal of a step that needs a list. */
export const noRecipients = ({ status }: PlanRecord): ServiceError =>
  new ServiceError('WRONG_STATE', 'The plan has no recipients: send them to recipients first', {
    status,
    parts: 0,
  });
