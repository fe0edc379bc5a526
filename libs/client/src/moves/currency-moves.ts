import { MAX_MOVED_CURRENCY_PAYMENTS } from '@weir/kinds';
import { addressOf, type Coins, type Connection } from '../connection/connection.js';
import { type BodyOf, toBody } from '../shared/amounts.js';
import { perform } from '../steps/perform.js';
import { creatorOf, walletOf } from '../steps/wallet-of.js';
import type { CurrencyMoved, CurrencyPaymentHandle, CurrencyPayments, CurrencyTerms } from '../types/currency.types.js';
import type { PlanVerbOptions } from '../types/plans.types.js';
import type { VerbOptions } from '../types/verbs.types.js';
import type { Wallet } from '../wallet.js';
import { explicitTerms } from './explicit-terms.js';

/** What its sender signs, by the end of the path. */
const MOVES = { cancel: 'CANCEL', pause: 'PAUSE', resume: 'RESUME' } as const;

/** Returns what the service gets of the terms. */
const bodyOf = ({ decimals: _compared, ...terms }: CurrencyTerms) =>
  toBody<BodyOf<'createCurrencyPayment'>>(terms, 'BCH');

/** Stores a payment in a currency, and keeps the terms that its funding is compared with: see {@link CurrencyPayments}. */
export const createCurrencyPayment = async (
  connection: Connection,
  ...[given, wallet, options]: Parameters<CurrencyPayments['create']>
) => {
  const { api, ask } = connection;
  const terms = await explicitTerms(connection, 'currency', given);
  const created = await ask(
    (sent) => api.POST('/api/currency-payments/create', { ...sent, body: bodyOf(terms) }),
    await creatorOf(connection, wallet, terms.sender, options),
  );
  connection.requested.set(created.payment.id, { terms });
  return created;
};

/** Says what a payment in a currency would come to: see {@link CurrencyPayments}. */
export const previewCurrencyPayment = async (
  connection: Connection,
  ...[terms, wallet]: Parameters<CurrencyPayments['preview']>
) =>
  connection.ask(
    (sent) => connection.api.POST('/api/currency-payments/preview', { ...sent, body: bodyOf(terms) }),
    await creatorOf(connection, wallet, terms.sender),
  );

/** Funds a payment in a currency: see {@link CurrencyPaymentHandle}. @param id of the payment */
export const fundCurrencyPayment = async (
  connection: Connection,
  id: string,
  ...[given, options = {}]: Parameters<CurrencyPaymentHandle['fund']>
) => {
  const { api, ask } = connection;
  const build = (query: Coins) =>
    ask(
      (sent) => api.GET('/api/currency-payments/{id}/funding-info', { ...sent, params: { path: { id }, query } }),
      options,
    );
  const path = '/api/currency-payments/{id}/confirm-funding';
  return perform(connection, { wallet: walletOf(connection, given), build, path, id, isSenders: true }, options);
};

/**
 * Pauses, resumes or ends payments in a currency of one sender, by one signature.
 *
 * @param ids of the payments, at most as many as one transaction moves
 * @param sender address of their sender
 */
const moveTogether = async (
  connection: Connection,
  move: keyof typeof MOVES,
  [id, ...others]: readonly [string, ...string[]],
  sender: string,
  given: Wallet | undefined,
  options: VerbOptions,
) => {
  const { api, ask } = connection;
  const wallet = walletOf(connection, given);
  const address = await addressOf(wallet, sender);
  const build = (query: Coins) =>
    ask(
      (sent) =>
        api.POST(`/api/currency-payments/{id}/${move}`, {
          ...sent,
          params: { path: { id }, query },
          body: { sender: address, ...(others.length > 0 && { others }) },
        }),
      { ...options, wallet, address },
    );
  const path = '/api/currency-payments/{id}/confirm';
  return perform(connection, { wallet, build, path, id, others, move: MOVES[move], isSenders: true }, options);
};

/** Pauses, resumes or ends a payment in a currency: see {@link CurrencyPaymentHandle}. @param id of the payment */
export const moveCurrencyPayment = async (
  connection: Connection,
  id: string,
  move: keyof typeof MOVES,
  senderOf: () => Promise<string>,
  given: Wallet | undefined,
  options: VerbOptions = {},
) => moveTogether(connection, move, [id], await senderOf(), given, options);

/** Pauses, resumes or ends several payments in a currency: see {@link CurrencyPayments}. @param ids of the payments */
export const moveCurrencyPayments = async (
  connection: Connection,
  move: keyof typeof MOVES,
  ids: readonly string[],
  given: Wallet | undefined,
  { onProgress, ...options }: PlanVerbOptions = {},
): Promise<CurrencyMoved> => {
  const { api, ask } = connection;
  const senderOf = async (id: string): Promise<string> =>
    (await ask((sent) => api.GET('/api/currency-payments/{id}', { ...sent, params: { path: { id } } }))).payment.sender;
  const all = [...new Set(ids)];
  const [payments, txHashes]: [string[], string[]] = [[], []];
  const parts = Math.ceil(all.length / MAX_MOVED_CURRENCY_PAYMENTS);
  for (let part = 1; part <= parts; part += 1) {
    const [first, ...rest] = all.slice(payments.length, payments.length + MAX_MOVED_CURRENCY_PAYMENTS);
    if (first === undefined) break;
    const { txHash } = await moveTogether(connection, move, [first, ...rest], await senderOf(first), given, {
      ...options,
      onProgress: (progress) => onProgress?.({ ...progress, part, parts }),
    });
    payments.push(first, ...rest);
    txHashes.push(txHash);
  }
  return { payments, txHashes };
};

/** Adds money to a payment in a currency: see {@link CurrencyPaymentHandle}. @param id of the payment */
export const topUpCurrencyPayment = async (
  connection: Connection,
  id: string,
  ...[amount, given, options = {}]: Parameters<CurrencyPaymentHandle['topUp']>
) => {
  const { api, ask } = connection;
  const wallet = walletOf(connection, given);
  const payer = await addressOf(wallet);
  const body = toBody<BodyOf<'topUpCurrencyPayment'>>({ payer, amount }, 'BCH');
  const build = (query: Coins) =>
    ask(
      (sent) => api.POST('/api/currency-payments/{id}/top-up', { ...sent, params: { path: { id }, query }, body }),
      options,
    );
  const path = '/api/currency-payments/{id}/confirm';
  // Built again it would spend another state of the payment: both could add money.
  const act = { wallet, build, path, id, move: 'TOP_UP', amount, isRebuildable: false } as const;
  return perform(connection, act, options);
};

/** Takes back what was sent for a payment in a currency and not added: see {@link CurrencyPaymentHandle}. @param id of the payment */
export const takeFromCurrencyTill = async (
  connection: Connection,
  id: string,
  senderOf: () => Promise<string>,
  ...[given, options = {}]: Parameters<CurrencyPaymentHandle['take']>
) => {
  const { api, ask } = connection;
  const wallet = walletOf(connection, given);
  const address = await addressOf(wallet, await senderOf());
  const build = (query: Coins) =>
    ask(
      (sent) =>
        api.POST('/api/currency-payments/{id}/take', {
          ...sent,
          params: { path: { id }, query },
          body: { sender: address },
        }),
      { ...options, wallet, address },
    );
  const path = '/api/currency-payments/{id}/confirm-take';
  return perform(connection, { wallet, build, path, id, isSenders: true }, options);
};
