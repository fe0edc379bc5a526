import { addressOf, type Connection } from '../connection/connection.js';
import { assetOf, toBody } from '../shared/amounts.js';
import { allRows, PAGE } from '../shared/pages.js';
import type { BodyOf } from '../shared/schemas.js';
import { creatorOf } from '../steps/creation.js';
import { walletOf } from '../steps/wallet-of.js';
import { createAirdropHandle } from './airdrop-handle.js';
import type { Airdrops } from './airdrops.types.js';

/** Creates the campaigns' part of a client. */
export const createAirdrops = (connection: Connection): Airdrops => {
  const { api, ask } = connection;
  const page: Airdrops['page'] = (query = {}, options = {}) =>
    ask((sent) => api.GET('/api/airdrops', { ...sent, params: { query } }), options);
  return {
    async create(terms, wallet, options = {}) {
      const body = toBody<BodyOf<'createAirdrop'>>(terms, assetOf(terms));
      const { campaign, warnings } = await ask(
        (sent) => api.POST('/api/airdrops/create', { ...sent, body }),
        await creatorOf(connection, wallet, terms.creator, options),
      );
      return { ...createAirdropHandle(connection, campaign.id, campaign), record: campaign, warnings };
    },
    at: (id) => createAirdropHandle(connection, id),
    byLink: (token) => ask((sent) => api.GET('/api/airdrops/claim/{token}', { ...sent, params: { path: { token } } })),
    async claimable(given, query) {
      const wallet = walletOf(connection, given);
      const address = await addressOf(wallet);
      return ask((sent) => api.GET('/api/airdrops/claimable', { ...sent, params: { query: { ...query, address } } }), {
        ...{ wallet, address },
        isProven: wallet.signMessage !== undefined,
      });
    },
    page,
    list: (query = {}) =>
      allRows(
        (cursor) => page({ limit: PAGE, ...query, cursor }),
        ({ airdrops }) => airdrops,
      ),
  };
};
