import { getToken, listActivity, search } from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { ExplorerService, FoundKind, ListTopics, SearchService, TokensService } from '@weir/services';
import { OPEN, type RouteAccess } from '../plugins/access/access.plugin.js';
import { viewerOf } from '../plugins/access/caller.js';
import { originOf } from '../shared/origin.js';

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

const ACCESS: RouteAccess = { caller: 'optionally-authenticated', role: 'anyone', states: 'any' };

const PATHS: Readonly<Record<FoundKind, string>> = {
  stream: '/api/streams',
  payment: '/api/payments',
  plan: '/api/plans',
  airdrop: '/api/airdrops',
  vault: '/api/vaults',
  proposal: '/api/proposals',
};

/** Registers the search over records of any kind. */
export const searchRoutes: Routes<{ readonly search: SearchService }> = (app, { search: service }, done) => {
  app.get('/', { schema: search, config: { access: ACCESS } }, async (request) => {
    const { records, ...found } = await service.search(request.query.q, viewerOf(request));
    return { ...found, records: records.map((record) => ({ ...record, url: `${PATHS[record.kind]}/${record.id}` })) };
  });
  done();
};

/** Registers the routes of token metadata. */
export const tokensRoutes: Routes<{ readonly tokens: TokensService }> = (app, { tokens }, done) => {
  app.get('/:category', { schema: getToken, config: { access: OPEN } }, async (request) =>
    tokens.get(request.params.category.toLowerCase(), originOf(request).network),
  );
  done();
};
