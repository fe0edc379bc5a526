import {
  cancelCurrencyPayment,
  confirmCurrencyFunding,
  confirmCurrencyStep,
  confirmCurrencyTaking,
  createCurrencyPayment,
  currencyFundingInfo,
  getCurrencyPayment,
  getCurrencyPaymentTill,
  listCurrencyPayments,
  listOracles,
  pauseCurrencyPayment,
  previewCurrencyPayment,
  pushCurrencyPayment,
  resumeCurrencyPayment,
  takeCurrencyPayment,
  topUpCurrencyPayment,
} from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { CurrencyService } from '@weir/services';
import { OPEN, type RouteAccess } from '../plugins/access/access.plugin.js';
import { callerOf, viewerOf } from '../plugins/access/caller.js';
import type { OnceAnswers } from '../shared/once/answer-once.js';
import { originOf, walletOf } from '../shared/request.js';

/** Access of each route of payments in a currency: who may call it and in which states it works. All records are public. */
const CURRENCY_ACCESS = {
  read: OPEN,
  // Public as well, except for a private vault's id, which only its members see.
  readOne: { ...OPEN, caller: 'optionally-authenticated' },
  preview: { caller: 'optional', role: 'sender', states: 'any' },
  create: { caller: 'in-body', role: 'sender', states: 'any' },
  fundingInfo: { ...OPEN, states: ['PENDING'] },
  // Repeating a confirm with the same hash gives the same answer in later states.
  confirmFunding: { ...OPEN, states: ['PENDING'] },
  pause: { caller: 'required', role: 'sender', states: ['ACTIVE'] },
  resume: { caller: 'required', role: 'sender', states: ['PAUSED'] },
  cancel: { caller: 'required', role: 'sender', states: ['ACTIVE', 'PAUSED'] },
  topUp: { ...OPEN, states: ['ACTIVE', 'PAUSED'] },
  confirm: { ...OPEN, states: ['ACTIVE', 'PAUSED', 'CANCELLED', 'COMPLETED'] },
  push: { ...OPEN, states: ['ACTIVE', 'PAUSED', 'CANCELLED', 'COMPLETED'] },
  till: { ...OPEN, states: ['ACTIVE', 'PAUSED', 'CANCELLED', 'COMPLETED'] },
  take: { caller: 'required', role: 'sender', states: ['ACTIVE', 'PAUSED', 'CANCELLED', 'COMPLETED'] },
  confirmTaking: { ...OPEN, states: ['ACTIVE', 'PAUSED', 'CANCELLED', 'COMPLETED'] },
} as const satisfies Readonly<Record<string, RouteAccess>>;

/** Registers the routes of payments in a currency: parse, call the use case, return its view. */
export const currencyRoutes: Routes<{
  readonly currency: CurrencyService;
  readonly once: OnceAnswers;
}> = (app, { currency, once }, done) => {
  app.get('/', { schema: listCurrencyPayments, config: { access: CURRENCY_ACCESS.read } }, async ({ query }) =>
    currency.list(query),
  );

  app.get('/oracles', { schema: listOracles, config: { access: CURRENCY_ACCESS.read } }, async () =>
    currency.oracles(),
  );

  app.get('/:id', { schema: getCurrencyPayment, config: { access: CURRENCY_ACCESS.readOne } }, async (request) =>
    currency.get(request.params.id, viewerOf(request)),
  );

  app.post(
    '/preview',
    { schema: previewCurrencyPayment, config: { access: CURRENCY_ACCESS.preview, work: 'expensive' } },
    async ({ body, caller }) => currency.preview(body, caller?.addresses),
  );

  app.post(
    '/create',
    { schema: createCurrencyPayment, config: { access: CURRENCY_ACCESS.create, work: 'expensive' } },
    async (request, reply) =>
      once.create(request, reply, {
        work: (kept) => currency.create(request.body, request.caller?.addresses, originOf(request), kept),
      }),
  );

  app.get(
    '/:id/funding-info',
    { schema: currencyFundingInfo, config: { access: CURRENCY_ACCESS.fundingInfo } },
    async (request) => currency.fundingInfo(request.params.id, walletOf(request)),
  );

  app.post(
    '/:id/confirm-funding',
    { schema: confirmCurrencyFunding, config: { access: CURRENCY_ACCESS.confirmFunding } },
    async ({ params, body }) => currency.confirmFunding(params.id, body.txHash),
  );

  app.post(
    '/:id/confirm',
    { schema: confirmCurrencyStep, config: { access: CURRENCY_ACCESS.confirm } },
    async ({ params, body }) => currency.confirm(params.id, body.txHash),
  );

  app.post('/:id/pause', { schema: pauseCurrencyPayment, config: { access: CURRENCY_ACCESS.pause } }, async (request) =>
    currency.pause(request.params.id, callerOf(request), request.body, walletOf(request)),
  );

  app.post(
    '/:id/resume',
    { schema: resumeCurrencyPayment, config: { access: CURRENCY_ACCESS.resume } },
    async (request) => currency.resume(request.params.id, callerOf(request), request.body, walletOf(request)),
  );

  app.post(
    '/:id/cancel',
    { schema: cancelCurrencyPayment, config: { access: CURRENCY_ACCESS.cancel } },
    async (request) => currency.cancel(request.params.id, callerOf(request), request.body, walletOf(request)),
  );

  app.post(
    '/:id/top-up',
    { schema: topUpCurrencyPayment, config: { access: CURRENCY_ACCESS.topUp } },
    async (request) => currency.topUp(request.params.id, request.body, walletOf(request)),
  );

  app.get(
    '/:id/till',
    { schema: getCurrencyPaymentTill, config: { access: CURRENCY_ACCESS.till } },
    async ({ params }) => currency.till(params.id),
  );

  app.post('/:id/take', { schema: takeCurrencyPayment, config: { access: CURRENCY_ACCESS.take } }, async (request) =>
    currency.take(request.params.id, callerOf(request), request.body, walletOf(request)),
  );

  app.post(
    '/:id/confirm-take',
    { schema: confirmCurrencyTaking, config: { access: CURRENCY_ACCESS.confirmTaking } },
    async ({ params, body }) => currency.confirmTaking(params.id, body.txHash),
  );

  app.post('/:id/push', { schema: pushCurrencyPayment, config: { access: CURRENCY_ACCESS.push } }, async ({ params }) =>
    currency.push(params.id),
  );
  done();
};
