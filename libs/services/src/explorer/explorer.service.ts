import { bindUseCases } from '../shared/bind-use-cases.js';
import { listActivity, type ExplorerContext } from './list-activity.js';

/** Builds the explorer over a database and the chain's clock. Holds no state of its own: any number of replicas may serve. */
export const createExplorerService = (context: ExplorerContext) => bindUseCases(context, { activity: listActivity });

export type ExplorerService = ReturnType<typeof createExplorerService>;
