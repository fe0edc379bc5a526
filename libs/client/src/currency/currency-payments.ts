import type { Connection } from '../connection/connection.js';
import { loadWithWallet } from '../moves/load-with-wallet.js';
import { allRows, PAGE } from '../shared/pages.js';
import { createCached } from '../shared/wait.js';
import { loadChecks } from '../signing/load-checks.js';
import type { CurrencyPaymentHandle, CurrencyPayments } from '../types/currency.types.js';

const createHandle = (connection: Connection, id: string, known?: string): CurrencyPaymentHandle => {
  const { api, ask } = connection;
  const params = { path: { id } };
  const get: CurrencyPaymentHandle['get'] = (options = {}) =>
    ask((sent) => api.GET('/api/currency-payments/{id}', { ...sent, params }), options);
  const senderOf = createCached(async () => (await get()).payment.sender, known);
  const asSender =
    (move: 'cancel' | 'pause' | 'resume') =>
    async (...given: Parameters<CurrencyPaymentHandle['pause']>) =>
      (await loadWithWallet()).moveCurrencyPayment(connection, id, move, senderOf, ...given);
  return {
    id,
    get,
    checkPrices: async (options = {}) => (await loadChecks()).checkPrices(connection, await get(options)),
    fund: async (...given) => (await loadWithWallet()).fundCurrencyPayment(connection, id, ...given),
    pause: asSender('pause'),
    resume: asSender('resume'),
    cancel: asSender('cancel'),
    topUp: async (...given) => (await loadWithWallet()).topUpCurrencyPayment(connection, id, ...given),
    till: (options = {}) => ask((sent) => api.GET('/api/currency-payments/{id}/till', { ...sent, params }), options),
    take: async (...given) => (await loadWithWallet()).takeFromCurrencyTill(connection, id, senderOf, ...given),
    push: (options = {}) =>
      ask((sent) => api.POST('/api/currency-payments/{id}/push', { ...sent, params, body: {} }), options),
  };
};

/** Creates the part of a client for payments in a currency. */
export const createCurrencyPayments = (connection: Connection): CurrencyPayments => {
  const { api, ask } = connection;
  const page: CurrencyPayments['page'] = (query = {}, options = {}) =>
    ask((sent) => api.GET('/api/currency-payments', { ...sent, params: { query } }), options);
  const ofSeveral =
    (move: 'cancel' | 'pause' | 'resume') =>
    async (...given: Parameters<CurrencyPayments['pause']>) =>
      (await loadWithWallet()).moveCurrencyPayments(connection, move, ...given);
  return {
    async create(...given) {
      const { payment: record, others } = await (await loadWithWallet()).createCurrencyPayment(connection, ...given);
      return { ...createHandle(connection, record.id, record.sender), record, others };
    },
    preview: async (...given) => (await loadWithWallet()).previewCurrencyPayment(connection, ...given),
    at: (id) => createHandle(connection, id),
    pause: ofSeveral('pause'),
    resume: ofSeveral('resume'),
    cancel: ofSeveral('cancel'),
    page,
    list: (query) =>
      allRows(
        (cursor) => page({ limit: PAGE, ...query, ...(cursor !== undefined && { cursor }) }),
        ({ payments }) => payments,
      ),
    oracles: async (options = {}) =>
      (await ask((sent) => api.GET('/api/currency-payments/oracles', sent), options)).oracles,
  };
};
