import {
  cancelPayment,
  claimPayment,
  confirmPaymentCancel,
  confirmPaymentClaim,
  confirmPaymentFunding,
  confirmPaymentPause,
  confirmPaymentResume,
  createPayment,
  getPayment,
  listPayments,
  pausePayment,
  paymentFundingInfo,
  previewPayment,
  pushPayment,
  refundPayment,
  renewPayment,
  resumePayment,
} from '@weir/api-contract';
import type { Routes } from '@weir/http';
import { type CurrencyService, currencyRequestOf, type ListTopics, type PaymentsService } from '@weir/services';
import { type IndexerClient, withOnchain } from '../indexer/indexer-client.js';
import { OPEN, type RouteAccess } from '../plugins/access/access.plugin.js';
import { callerOf, viewerOf } from '../plugins/access/caller.js';
import type { OnceAnswers } from '../shared/once/answer-once.js';
import { feeRateOf, originOf, walletOf } from '../shared/request.js';

/** Access of each payment route: who may call it and in which states it works. All records are public. */
const PAYMENT_ACCESS = {
  read: OPEN,
  // Public as well, except for a private vault's id, which only its members see.
  readOne: { ...OPEN, caller: 'optionally-authenticated' },
  preview: { caller: 'optional', role: 'sender', states: 'any' },
  create: { caller: 'in-body', role: 'sender', states: 'any' },
  renew: { caller: 'required', role: 'sender', states: ['ACTIVE', 'COMPLETED'] },
  fundingInfo: { ...OPEN, states: ['PENDING'] },
  // Repeating a confirm with the same hash gives the same answer in later states.
  confirmFunding: { ...OPEN, states: ['PENDING'] },
  claim: { caller: 'in-body', role: 'recipient', states: ['ACTIVE', 'PAUSED', 'CANCELLED'] },
  confirmClaim: { ...OPEN, states: ['ACTIVE', 'PAUSED', 'CANCELLED'] },
  pause: { caller: 'required', role: 'sender', states: ['ACTIVE'] },
  confirmPause: { ...OPEN, states: ['ACTIVE'] },
  resume: { caller: 'required', role: 'sender', states: ['PAUSED'] },
  confirmResume: { ...OPEN, states: ['PAUSED'] },
  cancel: { caller: 'required', role: 'sender', states: ['ACTIVE', 'PAUSED'] },
  confirmCancel: { ...OPEN, states: ['ACTIVE', 'PAUSED'] },
  refund: { ...OPEN, states: ['CANCELLED'] },
  push: { ...OPEN, states: ['ACTIVE', 'PAUSED', 'CANCELLED'] },
} as const satisfies Readonly<Record<string, RouteAccess>>;

/** Registers the payment routes: parse, call the use case, return its view. */
export const paymentsRoutes: Routes<{
  readonly payments: PaymentsService;
  readonly currency: CurrencyService;
  readonly indexer: IndexerClient | undefined;
  readonly once: OnceAnswers;
  readonly topics: ListTopics;
}> = (app, { payments, currency, indexer, once, topics }, done) => {
  app.get(
    '/',
    {
      schema: listPayments,
      config: { access: PAYMENT_ACCESS.read, unchanging: (query) => topics.rows('payment', query) },
    },
    async ({ query }) => {
      const page = await payments.list(query);
      return { ...page, payments: await withOnchain(page.payments, indexer) };
    },
  );

  app.get('/:id', { schema: getPayment, config: { access: PAYMENT_ACCESS.readOne } }, async (request) => {
    const detail = await payments.get(request.params.id, viewerOf(request));
    await withOnchain([detail.payment], indexer);
    return detail;
  });

  app.post(
    '/preview',
    { schema: previewPayment, config: { access: PAYMENT_ACCESS.preview, work: 'expensive' } },
    async ({ body, caller }) => {
      const inCurrency = currencyRequestOf(body);
      return inCurrency === undefined
        ? payments.preview(body, caller?.addresses)
        : currency.preview(inCurrency, caller?.addresses);
    },
  );

  app.post(
    '/create',
    { schema: createPayment, config: { access: PAYMENT_ACCESS.create, work: 'expensive' } },
    async (request, reply) => {
      const [caller, origin] = [request.caller?.addresses, originOf(request)] as const;
      const inCurrency = currencyRequestOf(request.body);
      return inCurrency === undefined
        ? once.create(request, reply, { work: (kept) => payments.create(request.body, caller, origin, kept) })
        : once.create(request, reply, { work: (kept) => currency.create(inCurrency, caller, origin, kept) });
    },
  );

  app.post(
    '/:id/renew',
    { schema: renewPayment, config: { access: PAYMENT_ACCESS.renew, work: 'expensive' } },
    async (request, reply) =>
      once.create(request, reply, {
        work: (kept) => payments.renew(request.params.id, request.body, callerOf(request), originOf(request), kept),
      }),
  );

  app.get(
    '/:id/funding-info',
    { schema: paymentFundingInfo, config: { access: PAYMENT_ACCESS.fundingInfo } },
    async (request) => payments.fundingInfo(request.params.id, walletOf(request)),
  );

  app.post(
    '/:id/confirm-funding',
    { schema: confirmPaymentFunding, config: { access: PAYMENT_ACCESS.confirmFunding } },
    async ({ params, body }) => payments.confirmFunding(params.id, body.txHash),
  );

  app.post('/:id/claim', { schema: claimPayment, config: { access: PAYMENT_ACCESS.claim } }, async (request) => {
    const { params, body, caller } = request;
    return payments.claim(params.id, {
      recipientAddress: body.recipientAddress,
      caller: caller?.addresses,
      wallet: walletOf(request),
      broadcast: body.broadcast === true,
      feeRate: feeRateOf(body),
    });
  });

  app.post(
    '/:id/confirm-claim',
    { schema: confirmPaymentClaim, config: { access: PAYMENT_ACCESS.confirmClaim } },
    async ({ params, body }) =>
      payments.confirmClaim(params.id, body.txHash, { amount: body.claimedAmount, intervals: body.intervalsClaimed }),
  );

  app.post('/:id/pause', { schema: pausePayment, config: { access: PAYMENT_ACCESS.pause } }, async (request) =>
    payments.pause(request.params.id, callerOf(request), request.body.sender, walletOf(request)),
  );

  app.post(
    '/:id/confirm-pause',
    { schema: confirmPaymentPause, config: { access: PAYMENT_ACCESS.confirmPause } },
    async ({ params, body }) => payments.confirmPause(params.id, body.txHash),
  );

  app.post('/:id/resume', { schema: resumePayment, config: { access: PAYMENT_ACCESS.resume } }, async (request) =>
    payments.resume(request.params.id, callerOf(request), request.body.sender, walletOf(request)),
  );

  app.post(
    '/:id/confirm-resume',
    { schema: confirmPaymentResume, config: { access: PAYMENT_ACCESS.confirmResume } },
    async ({ params, body }) => payments.confirmResume(params.id, body.txHash),
  );

  app.post('/:id/cancel', { schema: cancelPayment, config: { access: PAYMENT_ACCESS.cancel } }, async (request) =>
    payments.cancel(request.params.id, request.body, callerOf(request), walletOf(request)),
  );

  app.post(
    '/:id/confirm-cancel',
    { schema: confirmPaymentCancel, config: { access: PAYMENT_ACCESS.confirmCancel } },
    async ({ params, body }) => payments.confirmCancel(params.id, body.txHash),
  );

  app.post('/:id/refund', { schema: refundPayment, config: { access: PAYMENT_ACCESS.refund } }, async ({ params }) =>
    payments.refund(params.id),
  );

  app.post('/:id/push', { schema: pushPayment, config: { access: PAYMENT_ACCESS.push } }, async ({ params, body }) =>
    payments.push(params.id, body.broadcast ?? false),
  );
  done();
};
