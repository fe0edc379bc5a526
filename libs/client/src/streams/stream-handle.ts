import { addressOf, type Connection } from '../connection/connection.js';
import { createCached } from '../shared/cached.js';
import { actOn } from '../steps/act.js';
import { walletOf } from '../steps/wallet-of.js';
import type { StreamHandle } from './streams.types.js';

/** The parties of a stream, which never change. */
interface Parties {
  readonly sender: string;
  readonly recipient: string;
}

/**
 * Creates the handle of a stream.
 *
 * @param known what is known of it already, which saves a request
 */
export const createStreamHandle = (connection: Connection, id: string, known?: Parties): StreamHandle => {
  const { api, ask } = connection;
  const params = { path: { id } };
  const status: StreamHandle['status'] = (options = {}) =>
    ask((sent) => api.GET('/api/streams/{id}', { ...sent, params }), options);
  const parties = createCached(async (): Promise<Parties> => (await status()).stream, known);

  return {
    id,
    status,
    schedule: (points) =>
      ask((sent) =>
        api.GET('/api/streams/{id}/schedule', {
          ...sent,
          params: { ...params, query: points === undefined ? {} : { points } },
        }),
      ),
    claimInfo: () => ask((sent) => api.GET('/api/streams/{id}/claim-info', { ...sent, params })),
    fund: (given, options = {}) =>
      actOn(
        connection,
        {
          wallet: walletOf(connection, given),
          build: () => ask((sent) => api.GET('/api/streams/{id}/funding-info', { ...sent, params }), options),
          path: '/api/streams/{id}/confirm-funding',
          id,
        },
        options,
      ),
    async claim(given, { feeRate, ...options } = {}) {
      const wallet = walletOf(connection, given);
      const address = await addressOf(wallet, (await parties()).recipient);
      const asRecipient = { ...options, wallet, address };
      const body = { recipientAddress: address, ...(feeRate !== undefined && { feeRate }) };
      return actOn(
        connection,
        {
          wallet,
          build: () => ask((sent) => api.POST('/api/streams/{id}/claim', { ...sent, params, body }), asRecipient),
          path: '/api/streams/{id}/confirm-claim',
          id,
          confirmBody: ({ signedTransactionHash: txHash }, { claimableAmount: claimedAmount }) => ({
            txHash,
            claimedAmount,
          }),
        },
        options,
      );
    },
    async cancel(given, { allowUnsafeRecovery, ...options } = {}) {
      const wallet = walletOf(connection, given);
      const address = await addressOf(wallet, (await parties()).sender);
      const asSender = { ...options, wallet, address };
      const body = { sender: address, ...(allowUnsafeRecovery !== undefined && { allowUnsafeRecovery }) };
      return actOn(
        connection,
        {
          wallet,
          build: () => ask((sent) => api.POST('/api/streams/{id}/cancel', { ...sent, params, body }), asSender),
          path: '/api/streams/{id}/confirm-cancel',
          id,
        },
        options,
      );
    },
    refund: (options = {}) =>
      ask((sent) => api.POST('/api/streams/{id}/refund', { ...sent, params, body: {} }), options),
    push: (options = {}) =>
      ask((sent) => api.POST('/api/streams/{id}/push', { ...sent, params, body: { broadcast: true } }), options),
  };
};
