import type { PlanListsRepository, PlansRepository } from '@weir/infra';
import type { StreamContext } from '../streams/stream-context.js';

/** The dependencies of the use cases of plans: those of streams, and the lists. */
export interface PlanContext extends StreamContext {
  readonly plans: PlansRepository;
  readonly lists: PlanListsRepository;
}
