import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
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
  resumePayment,
} from '@weir/api-contract';
import type { ListTopics, PaymentsService } from '@weir/services';
import type { IndexerClient } from '../indexer/indexer-client.js';
import { readOnchain } from '../indexer/read-onchain.js';
import { callerOf, viewerOf } from '../plugins/access/caller.js';
import { feeRateOf } from '../shared/fee-rate-of.js';
import type { OnceAnswers } from '../shared/once/answer-once.js';
import { originOf } from '../shared/origin.js';
import { presentPush } from '../streams/stream-spending.presenter.js';
import { PAYMENT_ACCESS } from './payment-access.js';
import {
  presentPaymentCreation,
  presentPaymentFunding,
  presentPaymentPreview,
  toCreatePaymentInput,
} from './payment-creation.presenter.js';
import {
  presentPause,
  presentPaymentCancel,
  presentPaymentClaim,
  presentPaymentConfirmation,
  presentPaymentRefund,
  presentResume,
} from './payment-spending.presenter.js';
import { presentPaymentDetail, presentPaymentsPage } from './payment.presenter.js';

/** Registers the payment routes: parse, call the use case, present. */
export const paymentsRoutes: FastifyPluginCallbackTypebox<{
  readonly payments: PaymentsService;
  readonly indexer: IndexerClient | undefined;
  readonly once: OnceAnswers;
  readonly topics: ListTopics;
}> = (app, { payments, indexer, once, topics }, done) => {
  app.get(
    '/',
    {
      schema: listPayments,
      config: { access: PAYMENT_ACCESS.read, unchanging: (query) => topics.rows('payment', query) },
    },
    async ({ query }) => {
      const page = await payments.list(query);
      return presentPaymentsPage(page, await readOnchain(page.payments, indexer));
    },
  );

  app.get('/:id', { schema: getPayment, config: { access: PAYMENT_ACCESS.readOne } }, async (request) => {
    const detail = await payments.get(request.params.id, viewerOf(request));
    return presentPaymentDetail(detail, await readOnchain([detail.payment], indexer));
  });

  app.post(
    '/preview',
    { schema: previewPayment, config: { access: PAYMENT_ACCESS.preview, work: 'dear' } },
    async (request) =>
      presentPaymentPreview(await payments.preview(toCreatePaymentInput(request.body), request.callerAddress)),
  );

  app.post(
    '/create',
    { schema: createPayment, config: { access: PAYMENT_ACCESS.create, work: 'dear' } },
    async (request, reply) =>
      once.answer(request, reply, {
        work: (kept) =>
          payments.create(toCreatePaymentInput(request.body), request.callerAddress, originOf(request), kept),
        present: presentPaymentCreation,
      }),
  );

  app.get(
    '/:id/funding-info',
    { schema: paymentFundingInfo, config: { access: PAYMENT_ACCESS.fundingInfo } },
    async ({ params, query }) =>
      presentPaymentFunding(await payments.fundingInfo(params.id), query.encoding ?? 'tagged'),
  );

  app.post(
    '/:id/confirm-funding',
    { schema: confirmPaymentFunding, config: { access: PAYMENT_ACCESS.confirmFunding } },
    async ({ params, body }) =>
      presentPaymentConfirmation(await payments.confirmFunding(params.id, body.txHash.toLowerCase())),
  );

  app.post(
    '/:id/claim',
    { schema: claimPayment, config: { access: PAYMENT_ACCESS.claim } },
    async ({ params, query, body, callerAddress }) =>
      presentPaymentClaim(
        await payments.claim(params.id, {
          recipientAddress: body.recipientAddress,
          caller: callerAddress,
          broadcast: body.broadcast === true,
          feeRate: feeRateOf(body),
        }),
        query.encoding ?? 'tagged',
      ),
  );

  app.post(
    '/:id/confirm-claim',
    { schema: confirmPaymentClaim, config: { access: PAYMENT_ACCESS.confirmClaim } },
    async ({ params, body }) => {
      const claimed = { amount: body.claimedAmount, intervals: body.intervalsClaimed ?? undefined };
      return presentPaymentConfirmation(await payments.confirmClaim(params.id, body.txHash.toLowerCase(), claimed));
    },
  );

  app.post('/:id/pause', { schema: pausePayment, config: { access: PAYMENT_ACCESS.pause } }, async (request) => {
    const { params, query, body } = request;
    const pause = await payments.pause(params.id, callerOf(request), body.sender ?? undefined);
    return presentPause(pause, query.encoding ?? 'tagged');
  });

  app.post(
    '/:id/confirm-pause',
    { schema: confirmPaymentPause, config: { access: PAYMENT_ACCESS.confirmPause } },
    async ({ params, body }) =>
      presentPaymentConfirmation(await payments.confirmPause(params.id, body.txHash.toLowerCase())),
  );

  app.post('/:id/resume', { schema: resumePayment, config: { access: PAYMENT_ACCESS.resume } }, async (request) => {
    const { params, query, body } = request;
    const resume = await payments.resume(params.id, callerOf(request), body.sender ?? undefined);
    return presentResume(resume, query.encoding ?? 'tagged');
  });

  app.post(
    '/:id/confirm-resume',
    { schema: confirmPaymentResume, config: { access: PAYMENT_ACCESS.confirmResume } },
    async ({ params, body }) =>
      presentPaymentConfirmation(await payments.confirmResume(params.id, body.txHash.toLowerCase())),
  );

  app.post('/:id/cancel', { schema: cancelPayment, config: { access: PAYMENT_ACCESS.cancel } }, async (request) => {
    const { params, query, body } = request;
    const stop = { sender: body.sender ?? undefined, allowUnsafeRecovery: body.allowUnsafeRecovery };
    return presentPaymentCancel(await payments.cancel(params.id, stop, callerOf(request)), query.encoding ?? 'tagged');
  });

  app.post(
    '/:id/confirm-cancel',
    { schema: confirmPaymentCancel, config: { access: PAYMENT_ACCESS.confirmCancel } },
    async ({ params, body }) =>
      presentPaymentConfirmation(await payments.confirmCancel(params.id, body.txHash.toLowerCase())),
  );

  app.post('/:id/refund', { schema: refundPayment, config: { access: PAYMENT_ACCESS.refund } }, async ({ params }) =>
    presentPaymentRefund(await payments.refund(params.id)),
  );

  app.post('/:id/push', { schema: pushPayment, config: { access: PAYMENT_ACCESS.push } }, async ({ params, body }) =>
    presentPush(await payments.push(params.id, body.broadcast ?? false)),
  );
  done();
};
