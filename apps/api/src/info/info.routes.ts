import { getInfo, MAX_PAGE_ROWS, MAX_RECIPIENTS, type InfoResponse } from '@weir/api-contract';
import { addressPrefix } from '@weir/covenants';
import type { Routes } from '@weir/http';
import { leastNotice, type ChainNow } from '@weir/services';
import type { HttpConfig } from '../config/config.js';
import { DESCRIPTION } from '../describe.js';
import { OPEN } from '../plugins/access/access.plugin.js';
import { BEARER_SECONDS } from '../plugins/access/caller.js';

export interface InfoRoutesOptions {
  readonly config: Pick<HttpConfig, 'network' | 'auth' | 'bodyLimit' | 'rateLimit'>;
  readonly features: InfoResponse['features'];
  /** Resolves to undefined while no Electrum server answers. */
  readonly chainNow: () => Promise<ChainNow | undefined>;
}

/** Registers the route that tells clients what to know before their first call. */
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
