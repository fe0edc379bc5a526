import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { search, type FoundRecord } from '@weir/api-contract';
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
export const searchRoutes: FastifyPluginCallbackTypebox<{ readonly search: SearchService }> = (
  app,
  { search: service },
  done,
) => {
  app.get('/', { schema: search, config: { access: ACCESS } }, async (request) => {
    const { searchedAs, records, more } = await service.search(request.query.q, viewerOf(request));
    return {
      success: true as const,
      searchedAs,
      records: records.map(({ kind, id, displayId, status, contractAddress, createdAt }): FoundRecord => ({
        kind,
        id,
        display_id: displayId,
        status,
        contract_address: contractAddress,
        url: `${PATHS[kind]}/${id}`,
        created_at: createdAt,
      })),
      more,
    };
  });
  done();
};
