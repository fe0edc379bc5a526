import {
  discardRecord,
  getInfo,
  getLockBadge,
  getPortfolio,
  getSupplyFigure,
  getToken,
  getTokenSupply,
  type InfoResponse,
  listActivity,
  search,
} from '@weir/api-contract';
import { addressPrefix } from '@weir/covenants';
import type { Routes } from '@weir/http';
import { MAX_PAGE_ROWS, MAX_RECIPIENTS } from '@weir/kinds';
import {
  type ChainNow,
  type ExplorerService,
  type FoundKind,
  leastNotice,
  type ListTopics,
  type PortfolioService,
  type SearchService,
  type TokensService,
} from '@weir/services';
import type { HttpConfig } from '../config/config.js';
import { DESCRIPTION } from '../describe.js';
import { OPEN, type RouteAccess } from '../plugins/access/access.plugin.js';
import { BEARER_SECONDS, callerOf, viewerOf } from '../plugins/access/caller.js';
import { originOf } from '../shared/request.js';
import { drawLockBadge } from '../tokens/lock-badge.js';
import type { TokenSupply } from '../tokens/token-supply.js';

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
  currency: '/api/currency-payments',
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

const DISCARD: RouteAccess = { caller: 'required', role: 'creator', states: 'any' };

/** Registers the portfolio of addresses, and the route that discards a record that waits for its funding. */
export const portfolioRoutes: Routes<{ readonly portfolio: PortfolioService }> = (app, { portfolio }, done) => {
  app.get('/', { schema: getPortfolio, config: { access: ACCESS, work: 'expensive' } }, async (request) =>
    portfolio.read(request.query.addresses.split(','), viewerOf(request)),
  );

  app.post('/discard', { schema: discardRecord, config: { access: DISCARD } }, async (request) =>
    portfolio.discard(request.body, callerOf(request)),
  );
  done();
};

/** Locked supplies change with blocks: pages that many people open ask once a minute. */
const CACHED = 'public, max-age=60';

/** Registers the routes of tokens: what they are called, and how much of them is locked. */
export const tokensRoutes: Routes<{ readonly tokens: TokensService; readonly supply: TokenSupply }> = (
  app,
  { tokens, supply },
  done,
) => {
  const config = { access: OPEN, work: 'expensive' } as const;
  app.get('/:category', { schema: getToken, config: { access: OPEN } }, async (request) =>
    tokens.get(request.params.category.toLowerCase(), originOf(request).network),
  );

  app.get('/:category/supply', { schema: getTokenSupply, config }, async (request) =>
    supply.view(request.params.category, originOf(request).network),
  );

  app.get('/:category/supply/:figure', { schema: getSupplyFigure, config }, async (request, reply) => {
    const { category, figure } = request.params;
    const number = await supply.figure(category, figure, originOf(request).network);
    return reply.type('text/plain; charset=utf-8').header('cache-control', CACHED).send(number);
  });

  app.get('/:category/badge.svg', { schema: getLockBadge, config }, async (request, reply) => {
    const badge = await supply.badge(request.params.category, originOf(request).network);
    return reply.type('image/svg+xml').header('cache-control', CACHED).send(drawLockBadge(badge));
  });
  done();
};

export interface InfoRoutesOptions {
  readonly config: Pick<HttpConfig, 'network' | 'auth' | 'bodyLimit' | 'rateLimit'>;
  readonly features: InfoResponse['features'];
  /** Resolves to undefined while no Electrum server answers. */
  readonly chainNow: () => Promise<ChainNow | undefined>;
}

/** Registers the route with what clients need to know before their first call. */
export const infoRoutes: Routes<InfoRoutesOptions> = (
  app,
  { config: { network, auth, bodyLimit, rateLimit }, features, chainNow },
  done,
) => {
  const fixed = {
    name: 'weir',
    version: DESCRIPTION.version,
    network,
    addressPrefix: addressPrefix(network),
    auth: { mode: auth.mode, domain: auth.domain, bearerSeconds: BEARER_SECONDS },
    limits: {
      bodyBytes: bodyLimit,
      requestsPerWindow: rateLimit.max === 0 ? null : rateLimit.max,
      windowSeconds: rateLimit.windowMs / 1_000,
      pageRows: MAX_PAGE_ROWS,
      airdropRecipients: MAX_RECIPIENTS,
      minNoticeBlocks: leastNotice(network),
    },
    features,
  } as const satisfies Omit<InfoResponse, 'chain' | 'success'>;

  app.get('/', { schema: getInfo, config: { access: OPEN } }, async () => ({
    ...fixed,
    chain: (await chainNow()) ?? null,
  }));
  done();
};
