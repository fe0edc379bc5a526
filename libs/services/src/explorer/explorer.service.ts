import type { ExplorerContext } from './explorer-context.js';
import type { ExplorerService } from './explorer.types.js';
import { listActivity } from './list-activity.js';

/** Builds the explorer over a database and the chain's clock. Holds no state of its own: any number of replicas may serve. */
export const createExplorerService = (context: ExplorerContext): ExplorerService => ({
  activity: (query) => listActivity(context, query),
});
