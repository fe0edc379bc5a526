import { addressOf, type Connection } from '../connection/connection.js';
import { createCached } from '../shared/cached.js';
import { actOn } from '../steps/act.js';
import { walletOf } from '../steps/wallet-of.js';
import type { Parties } from './parties.js';
import { createPaymentStops } from './payment-stops.js';
import type { PaymentHandle } from './payments.types.js';

/**
 * Creates the handle of a payment.
 *
 * @param known what is known of it already, which saves a request
 */
export const createPaymentHandle = (connection: Connection, id: string, known?: Parties): PaymentHandle => {
  const { api, ask } = connection;
  const params = { path: { id } };
  const status: PaymentHandle['status'] = (options = {}) =>
    ask((sent) => api.GET('/api/payments/{id}', { ...sent, params }), options);
  const parties = createCached(async (): Promise<Parties> => (await status()).payment, known);

  return {
    id,
    status,
    ...createPaymentStops(connection, id, parties),
    fund: (given, options = {}) =>
      actOn(
        connection,
        {
          wallet: walletOf(connection, given),
          build: () => ask((sent) => api.GET('/api/payments/{id}/funding-info', { ...sent, params }), options),
          path: '/api/payments/{id}/confirm-funding',
          id,
        },
        options,
      ),
    async claim(given, { feeRate, ...options } = {}) {
      const wallet = walletOf(connection, given);
      const address = await addressOf(wallet, (await parties()).recipient);
      const body = { recipientAddress: address, ...(feeRate !== undefined && { feeRate }) };
      return actOn(
        connection,
        {
          wallet,
          build: () =>
            ask((sent) => api.POST('/api/payments/{id}/claim', { ...sent, params, body }), {
              ...options,
              ...{ wallet, address },
            }),
          path: '/api/payments/{id}/confirm-claim',
          id,
          confirmBody: ({ signedTransactionHash: txHash }, { claimableAmount: claimedAmount }) => ({
            txHash,
            claimedAmount,
          }),
        },
        options,
      );
    },
    refund: (options = {}) =>
      ask((sent) => api.POST('/api/payments/{id}/refund', { ...sent, params, body: {} }), options),
    push: (options = {}) =>
      ask((sent) => api.POST('/api/payments/{id}/push', { ...sent, params, body: { broadcast: true } }), options),
  };
};
