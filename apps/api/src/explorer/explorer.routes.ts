import { listActivity } from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { ExplorerService, ListTopics } from '@weir/services';
import { OPEN } from '../plugins/access/route-access.js';

/** Registers the routes of the explorer. */
export const explorerRoutes: Routes<{
  readonly explorer: ExplorerService;
  readonly topics: ListTopics;
}> = (app, { explorer, topics }, done) => {
  app.get(
    '/activity',
    { schema: listActivity, config: { access: OPEN, unchanging: (query) => topics.activity(query) } },
    async ({ query }) => explorer.activity(query),
  );
  done();
};
