import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { listActivity } from '@weir/api-contract';
import type { ExplorerService, ListTopics } from '@weir/services';
import { OPEN } from '../plugins/access/route-access.js';
import { presentActivitiesPage } from './activity.presenter.js';

/** Registers the routes of the explorer. */
export const explorerRoutes: FastifyPluginCallbackTypebox<{
  readonly explorer: ExplorerService;
  readonly topics: ListTopics;
}> = (app, { explorer, topics }, done) => {
  app.get(
    '/activity',
    { schema: listActivity, config: { access: OPEN, unchanging: (query) => topics.activity(query) } },
    async ({ query }) => presentActivitiesPage(await explorer.activity(query)),
  );
  done();
};
