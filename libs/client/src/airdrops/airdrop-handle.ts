import { addressOf, type AskOptions, type Connection } from '../connection/connection.js';
import { assetOf, toBody } from '../shared/amounts.js';
import { createCached } from '../shared/cached.js';
import { allRows, PAGE } from '../shared/pages.js';
import type { BodyOf } from '../shared/schemas.js';
import { actOn } from '../steps/act.js';
import { walletOf } from '../steps/wallet-of.js';
import type { Wallet } from '../wallet.js';
import type { AirdropHandle } from './airdrops.types.js';
import { createAirdropClaim } from './claim-airdrop.js';
import { createAirdropClose } from './close-airdrop.js';
import { asFile } from './send-file.js';

/** The parts of a campaign that never change. */
interface Origin {
  readonly creator: string;
  readonly token_type: string;
}

/**
 * Creates the handle of a campaign.
 *
 * @param known what is known of it already, which saves a request
 */
export const createAirdropHandle = (connection: Connection, id: string, known?: Origin): AirdropHandle => {
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

  const fundingInfo: AirdropHandle['fundingInfo'] = ({ signal } = {}) =>
    ask((sent) => api.GET('/api/airdrops/{id}/funding-info', { ...sent, params }), { signal });

  return {
    id,
    get,
    fundingInfo,
    claims: () =>
      allRows(
        (cursor) => get({ limit: PAGE, cursor }),
        ({ claims }) => claims,
      ),
    async generateList(recipients, given, { signal, onProgress } = {}) {
      const path = '/api/airdrops/{id}/generate-merkle';
      // A list takes as long to arrive as its sender's line needs.
      const creator = { ...(await asCreator(given, signal)), timeoutMs: 0 };
      const file = typeof recipients === 'string' ? new Blob([recipients]) : recipients;
      if (file instanceof Blob)
        return ask((sent) => api.POST(path, { ...asFile(file, sent, onProgress), params }), creator);
      const asset = assetOf({ tokenType: (await origin()).token_type });
      const body = toBody<BodyOf<'generateAirdropMerkle'>>({ recipients: file }, asset);
      return ask((sent) => api.POST(path, { ...sent, params, body }), creator);
    },
    fund: (given, options = {}) =>
      actOn(
        connection,
        {
          wallet: walletOf(connection, given),
          build: () => fundingInfo(options),
          path: '/api/airdrops/{id}/confirm-funding',
          id,
        },
        options,
      ),
    claim: createAirdropClaim(connection, id),
    close: createAirdropClose(connection, id, asCreator),
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
