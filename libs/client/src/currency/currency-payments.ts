import { addressOf, type Coins, type Connection } from '../connection/connection.js';
import { actOn } from '../moves/act.js';
import { loadWithWallet } from '../moves/load-with-wallet.js';
import { type BodyOf, toBody } from '../shared/amounts.js';
import { allRows, PAGE } from '../shared/pages.js';
import { createCached } from '../shared/wait.js';
import { loadChecks } from '../signing/load-checks.js';
import { creatorOf, walletOf } from '../steps/wallet-of.js';
import type { CurrencyPaymentHandle, CurrencyPayments, CurrencyTerms } from '../types/currency.types.js';
import type { VerbOptions } from '../types/verbs.types.js';
import type { Wallet } from '../wallet.js';

/** What its sender signs, by the end of the path. */
const MOVES = { cancel: 'CANCEL', pause: 'PAUSE', resume: 'RESUME' } as const;

const createHandle = (connection: Connection, id: string, known?: string): CurrencyPaymentHandle => {
  const { api, ask } = connection;
  const params = { path: { id } };
  const get: CurrencyPaymentHandle['get'] = (options = {}) =>
    ask((sent) => api.GET('/api/currency-payments/{id}', { ...sent, params }), options);
  const senderOf = createCached(async () => (await get()).payment.sender, known);

  const asSender =
    (move: keyof typeof MOVES) =>
    async (given?: Wallet, options: VerbOptions = {}) => {
      const wallet = walletOf(connection, given);
      const address = await addressOf(wallet, await senderOf());
      const build = (query: Coins) =>
        ask(
          (sent) =>
            api.POST(`/api/currency-payments/{id}/${move}`, {
              ...sent,
              params: { ...params, query },
              body: { sender: address },
            }),
          { ...options, wallet, address },
        );
      const path = '/api/currency-payments/{id}/confirm';
      return actOn(connection, { wallet, build, path, id, move: MOVES[move], isSenders: true }, options);
    };

  return {
    id,
    get,
    checkPrices: async (options = {}) => (await loadChecks()).checkPrices(connection, await get(options)),
    async fund(given, options = {}) {
      const wallet = walletOf(connection, given);
      const build = (query: Coins) =>
        ask(
          (sent) => api.GET('/api/currency-payments/{id}/funding-info', { ...sent, params: { ...params, query } }),
          options,
        );
      const path = '/api/currency-payments/{id}/confirm-funding';
      return actOn(connection, { wallet, build, path, id, isSenders: true }, options);
    },
    pause: asSender('pause'),
    resume: asSender('resume'),
    cancel: asSender('cancel'),
    async topUp(amount, given, options = {}) {
      const wallet = walletOf(connection, given);
      const payer = await addressOf(wallet);
      const body = toBody<BodyOf<'topUpCurrencyPayment'>>({ payer, amount }, 'BCH');
      const build = (query: Coins) =>
        ask(
          (sent) => api.POST('/api/currency-payments/{id}/top-up', { ...sent, params: { ...params, query }, body }),
          options,
        );
      const path = '/api/currency-payments/{id}/confirm';
      // Built again it would spend another state of the payment: both could add money.
      const act = { wallet, build, path, id, move: 'TOP_UP', amount, isRebuildable: false } as const;
      return actOn(connection, act, options);
    },
    push: (options = {}) =>
      ask((sent) => api.POST('/api/currency-payments/{id}/push', { ...sent, params, body: {} }), options),
  };
};

/** Returns what the service gets of the terms. */
const bodyOf = ({ decimals: _compared, ...terms }: CurrencyTerms) =>
  toBody<BodyOf<'createCurrencyPayment'>>(terms, 'BCH');

/** Creates the part of a client for payments in a currency. */
export const createCurrencyPayments = (connection: Connection): CurrencyPayments => {
  const { api, ask } = connection;
  const page: CurrencyPayments['page'] = (query = {}, options = {}) =>
    ask((sent) => api.GET('/api/currency-payments', { ...sent, params: { query } }), options);
  return {
    async create(given, wallet, options) {
      const terms = await (await loadWithWallet()).explicitTerms(connection, 'currency', given);
      const { payment: record } = await ask(
        (sent) => api.POST('/api/currency-payments/create', { ...sent, body: bodyOf(terms) }),
        await creatorOf(connection, wallet, terms.sender, options),
      );
      connection.requested.set(record.id, { terms });
      return { ...createHandle(connection, record.id, record.sender), record };
    },
    preview: async (terms, wallet) =>
      ask(
        (sent) => api.POST('/api/currency-payments/preview', { ...sent, body: bodyOf(terms) }),
        await creatorOf(connection, wallet, terms.sender),
      ),
    at: (id) => createHandle(connection, id),
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
