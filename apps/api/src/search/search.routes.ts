import { search } from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { FoundKind, SearchService } from '@weir/services';
import { viewerOf } from '../plugins/access/caller.js';
import type { RouteAccess } from '../plugins/access/route-access.js';

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
