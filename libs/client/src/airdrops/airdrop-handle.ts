import { addressList, addressOf, type AskOptions, coinsOf, type Connection } from '../connection/connection.js';
import { loadWithWallet } from '../moves/load-with-wallet.js';
import { assetOf, type BodyOf, toBody } from '../shared/amounts.js';
import { allRows, PAGE } from '../shared/pages.js';
import { createCached } from '../shared/wait.js';
import { creatorOf, walletOf } from '../steps/wallet-of.js';
import type { AirdropHandle, Airdrops } from '../types/airdrops.types.js';
import type { Wallet } from '../wallet.js';

/** The parts of a campaign that never change. */
interface Origin {
  readonly creator: string;
  readonly token_type: string;
}

/** Creates a method that loads its part of the client when it is first called. */
const lazily =
  <Given extends readonly unknown[], Made>(
    make: (parts: Awaited<ReturnType<typeof loadWithWallet>>) => (...given: Given) => Promise<Made>,
  ) =>
  async (...given: Given): Promise<Made> =>
    make(await loadWithWallet())(...given);

/**
 * Creates the handle of a campaign.
 *
 * @param known what is known of it already, which saves a request
 */
const createAirdropHandle = (connection: Connection, id: string, known?: Origin): AirdropHandle => {
  const { api, ask } = connection;
  const params = { path: { id } };
  const get: AirdropHandle['get'] = ({ signal, wallet, ...query } = {}) =>
    ask((sent) => api.GET('/api/airdrops/{id}', { ...sent, params: { ...params, query } }), { signal, wallet });
  const origin = createCached(async (): Promise<Origin> => (await get()).campaign, known);
  const asCreator = async (given: Wallet | undefined, signal?: AbortSignal): Promise<AskOptions> => {
    const wallet = given ?? connection.wallet;
    const { creator } = await origin();
    return { wallet, signal, address: wallet === undefined ? creator : await addressOf(wallet, creator) };
  };

  const fundingInfo: AirdropHandle['fundingInfo'] = async ({ signal, wallet } = {}) => {
    const query = wallet && (await coinsOf(wallet));
    return ask((sent) => api.GET('/api/airdrops/{id}/funding-info', { ...sent, params: { ...params, query } }), {
      signal,
    });
  };

  return {
    id,
    get,
    fundingInfo,
    claims: () =>
      allRows(
        (cursor) => get({ limit: PAGE, cursor }),
        ({ claims }) => claims,
      ),
    generateList: lazily(({ createListUpload: create }) => create(connection, id, { asCreator, origin })),
    replaceAddresses: lazily(({ createAddressReplacement: create }) => create(connection, id, asCreator)),
    async fund(given, options = {}) {
      const wallet = walletOf(connection, given);
      return (await loadWithWallet()).perform(
        connection,
        {
          wallet,
          build: () => fundingInfo({ ...options, wallet }),
          path: '/api/airdrops/{id}/confirm-funding',
          id,
        },
        options,
      );
    },
    claim: lazily(({ createAirdropClaim: create }) => create(connection, id)),
    close: lazily(({ createAirdropClose: create }) => create(connection, id, asCreator)),
    async proof(address, given) {
      const wallet = given ?? connection.wallet;
      const caller = wallet === undefined ? address : await addressOf(wallet, address);
      return ask(
        (sent) => api.GET('/api/airdrops/{id}/proof/{address}', { ...sent, params: { path: { id, address } } }),
        { wallet, address: caller, isProven: wallet !== undefined },
      );
    },
    async downloadList(given) {
      const creator = await asCreator(walletOf(connection, given));
      return ask((sent) => api.GET('/api/airdrops/{id}/whitelist', { ...sent, params, parseAs: 'text' }), {
        ...creator,
        isProven: true,
      });
    },
    lanes: (addresses) =>
      ask((sent) =>
        api.GET('/api/airdrops/{id}/lanes', {
          ...sent,
          params: { ...params, query: { addresses: addresses.join(',') } },
        }),
      ),
    sync: () => ask((sent) => api.POST('/api/airdrops/{id}/sync', { ...sent, params, body: {} })),
  };
};

/** Creates the campaigns' part of a client. */
export const createAirdrops = (connection: Connection): Airdrops => {
  const { api, ask } = connection;
  const page: Airdrops['page'] = (query = {}, options = {}) =>
    ask((sent) => api.GET('/api/airdrops', { ...sent, params: { query } }), options);
  return {
    async create(given, wallet, options = {}) {
      const terms = await (await loadWithWallet()).explicitTerms(connection, 'airdrops', given);
      const body = toBody<BodyOf<'createAirdrop'>>(terms, assetOf(terms));
      const { campaign, warnings } = await ask(
        (sent) => api.POST('/api/airdrops/create', { ...sent, body }),
        await creatorOf(connection, wallet, terms.creator, { ...options, addressField: 'creator' }),
      );
      connection.requested.set(campaign.id, { terms });
      return { ...createAirdropHandle(connection, campaign.id, campaign), record: campaign, warnings };
    },
    async preview(terms, wallet, options = {}) {
      const body = toBody<BodyOf<'previewAirdrop'>>(terms, assetOf(terms));
      return ask(
        (sent) => api.POST('/api/airdrops/preview', { ...sent, body }),
        await creatorOf(connection, wallet, terms.creator, { ...options, addressField: 'creator' }),
      );
    },
    at: (id) => createAirdropHandle(connection, id),
    byLink: (token) => ask((sent) => api.GET('/api/airdrops/claim/{token}', { ...sent, params: { path: { token } } })),
    async claimable(given, query) {
      const wallet = walletOf(connection, given);
      const address = await addressList(wallet);
      return ask((sent) => api.GET('/api/airdrops/claimable', { ...sent, params: { query: { ...query, address } } }), {
        wallet,
        isProven: true,
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
