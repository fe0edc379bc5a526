import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import {
  cancelStream,
  claimInfo,
  claimStream,
  confirmCancel,
  confirmClaim,
  confirmFunding,
  createStream,
  fundingInfo,
  getStream,
  listStreams,
  previewStream,
  pushStream,
  refundStream,
  streamSchedule,
} from '@weir/api-contract';
import type { ListTopics, StreamsService } from '@weir/services';
import type { IndexerClient } from '../indexer/indexer-client.js';
import { readOnchain } from '../indexer/read-onchain.js';
import { callerOf, viewerOf } from '../plugins/access/caller.js';
import { feeRateOf } from '../shared/fee-rate-of.js';
import type { OnceAnswers } from '../shared/once/answer-once.js';
import { originOf } from '../shared/origin.js';
import { STREAM_ACCESS } from './stream-access.js';
import { presentCreation, presentPreview, toCreateStreamInput } from './stream-creation.presenter.js';
import { presentFunding } from './stream-funding.presenter.js';
import {
  presentCancel,
  presentClaimInfo,
  presentClaimToSign,
  presentConfirmation,
  presentPush,
  presentSentRefund,
} from './stream-spending.presenter.js';
import { presentDetail, presentPage, presentStreamSchedule } from './stream.presenter.js';

const DEFAULT_POINTS = 50;

/** Registers the stream routes: parse, call the use case, present. */
export const streamsRoutes: FastifyPluginCallbackTypebox<{
  readonly streams: StreamsService;
  readonly indexer: IndexerClient | undefined;
  readonly once: OnceAnswers;
  readonly topics: ListTopics;
}> = (app, { streams, indexer, once, topics }, done) => {
  app.get(
    '/',
    {
      schema: listStreams,
      config: { access: STREAM_ACCESS.read, unchanging: (query) => topics.rows('stream', query) },
    },
    async ({ query }) => {
      const page = await streams.list(query);
      return presentPage(page, await readOnchain(page.streams, indexer));
    },
  );

  app.get('/:id', { schema: getStream, config: { access: STREAM_ACCESS.readOne } }, async (request) => {
    const detail = await streams.get(request.params.id, viewerOf(request));
    return presentDetail(detail, await readOnchain([detail.stream], indexer));
  });

  app.get(
    '/:id/schedule',
    { schema: streamSchedule, config: { access: STREAM_ACCESS.read } },
    async ({ params, query }) =>
      presentStreamSchedule(await streams.schedule(params.id, query.points ?? DEFAULT_POINTS)),
  );

  app.post(
    '/preview',
    { schema: previewStream, config: { access: STREAM_ACCESS.preview, work: 'dear' } },
    async (request) => presentPreview(await streams.preview(toCreateStreamInput(request.body), request.callerAddress)),
  );

  app.post(
    '/create',
    { schema: createStream, config: { access: STREAM_ACCESS.create, work: 'dear' } },
    async (request, reply) =>
      once.answer(request, reply, {
        work: (kept) => streams.create(toCreateStreamInput(request.body), callerOf(request), originOf(request), kept),
        present: presentCreation,
      }),
  );

  app.get(
    '/:id/funding-info',
    { schema: fundingInfo, config: { access: STREAM_ACCESS.fundingInfo } },
    async ({ params, query }) => presentFunding(await streams.fundingInfo(params.id), query.encoding ?? 'tagged'),
  );

  app.post(
    '/:id/confirm-funding',
    { schema: confirmFunding, config: { access: STREAM_ACCESS.confirmFunding } },
    async ({ params, body }) => presentConfirmation(await streams.confirmFunding(params.id, body.txHash.toLowerCase())),
  );

  app.get(
    '/:id/claim-info',
    { schema: claimInfo, config: { access: STREAM_ACCESS.claimInfo } },
    async ({ params, query }) => presentClaimInfo(await streams.claimInfo(params.id), query.encoding ?? 'tagged'),
  );

  app.post('/:id/claim', { schema: claimStream, config: { access: STREAM_ACCESS.claim } }, async (request) => {
    const { params, query, body } = request;
    return presentClaimToSign(
      await streams.claim(params.id, {
        recipientAddress: body.recipientAddress,
        caller: callerOf(request),
        broadcast: body.broadcast === true,
        feeRate: feeRateOf(body),
      }),
      query.encoding ?? 'tagged',
    );
  });

  app.post(
    '/:id/confirm-claim',
    { schema: confirmClaim, config: { access: STREAM_ACCESS.confirmClaim } },
    async ({ params, body }) =>
      presentConfirmation(await streams.confirmClaim(params.id, body.txHash.toLowerCase(), body.claimedAmount)),
  );

  app.post('/:id/cancel', { schema: cancelStream, config: { access: STREAM_ACCESS.cancel } }, async (request) => {
    const { params, query, body } = request;
    return presentCancel(await streams.cancel(params.id, body, callerOf(request)), query.encoding ?? 'tagged');
  });

  app.post(
    '/:id/confirm-cancel',
    { schema: confirmCancel, config: { access: STREAM_ACCESS.confirmCancel } },
    async ({ params, body }) => presentConfirmation(await streams.confirmCancel(params.id, body.txHash.toLowerCase())),
  );

  app.post('/:id/refund', { schema: refundStream, config: { access: STREAM_ACCESS.refund } }, async ({ params }) =>
    presentSentRefund(await streams.refund(params.id)),
  );

  app.post('/:id/push', { schema: pushStream, config: { access: STREAM_ACCESS.push } }, async ({ params, body }) =>
    presentPush(await streams.push(params.id, body.broadcast ?? false)),
  );
  done();
};
