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
  reviewOcf,
  streamSchedule,
} from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { ListTopics, StreamsService } from '@weir/services';
import { type IndexerClient, withOnchain } from '../indexer/indexer-client.js';
import { OPEN, type RouteAccess } from '../plugins/access/access.plugin.js';
import { callerOf, viewerOf } from '../plugins/access/caller.js';
import type { OnceAnswers } from '../shared/once/answer-once.js';
import { feeRateOf, originOf, walletOf } from '../shared/request.js';

/** Access of each stream route: who may call it and in which states it works. All records are public. */
const STREAM_ACCESS = {
  read: OPEN,
  // Public as well, except for a private vault's id, which only its members see.
  readOne: { ...OPEN, caller: 'optionally-authenticated' },
  preview: { caller: 'optional', role: 'sender', states: 'any' },
  create: { caller: 'required', role: 'sender', states: 'any' },
  fundingInfo: { ...OPEN, states: ['PENDING'] },
  // Repeating a confirm with the same hash gives the same answer in later states.
  confirmFunding: { ...OPEN, states: ['PENDING'] },
  claimInfo: { ...OPEN, states: ['ACTIVE', 'CANCELLED'] },
  claim: { caller: 'required', role: 'recipient', states: ['ACTIVE', 'CANCELLED'] },
  confirmClaim: { ...OPEN, states: ['ACTIVE', 'CANCELLED'] },
  cancel: { caller: 'required', role: 'sender', states: ['ACTIVE'] },
  confirmCancel: { ...OPEN, states: ['ACTIVE'] },
  refund: { ...OPEN, states: ['CANCELLED'] },
  push: { ...OPEN, states: ['ACTIVE', 'CANCELLED'] },
} as const satisfies Readonly<Record<string, RouteAccess>>;

const DEFAULT_POINTS = 50;

/** Largest package of a cap table, bytes in Base64: larger ones are read by `@weir/calendar/ocf`, where they are. */
const PACKAGE_BYTES = 4 * 2 ** 20;

/** Registers the stream routes: parse, call the use case, return its view. */
export const streamsRoutes: Routes<{
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
      return { ...page, streams: await withOnchain(page.streams, indexer) };
    },
  );

  app.get('/:id', { schema: getStream, config: { access: STREAM_ACCESS.readOne } }, async (request) => {
    const detail = await streams.get(request.params.id, viewerOf(request));
    await withOnchain([detail.stream], indexer);
    return detail;
  });

  app.get(
    '/:id/schedule',
    { schema: streamSchedule, config: { access: STREAM_ACCESS.read } },
    async ({ params, query }) => streams.schedule(params.id, query.points ?? DEFAULT_POINTS),
  );

  app.post(
    '/preview',
    { schema: previewStream, config: { access: STREAM_ACCESS.preview, work: 'expensive' } },
    async ({ body, caller }) => streams.preview(body, caller?.addresses),
  );

  app.post(
    '/create',
    { schema: createStream, config: { access: STREAM_ACCESS.create, work: 'expensive' } },
    async (request, reply) =>
      once.create(request, reply, {
        work: (kept) => streams.create(request.body, callerOf(request), originOf(request), kept),
      }),
  );

  app.post(
    '/review-ocf',
    { schema: reviewOcf, bodyLimit: PACKAGE_BYTES, config: { access: OPEN, work: 'expensive' } },
    ({ body }) => streams.reviewOcf(body),
  );

  app.get(
    '/:id/funding-info',
    { schema: fundingInfo, config: { access: STREAM_ACCESS.fundingInfo } },
    async (request) => streams.fundingInfo(request.params.id, walletOf(request)),
  );

  app.post(
    '/:id/confirm-funding',
    { schema: confirmFunding, config: { access: STREAM_ACCESS.confirmFunding } },
    async ({ params, body }) => streams.confirmFunding(params.id, body.txHash),
  );

  app.get('/:id/claim-info', { schema: claimInfo, config: { access: STREAM_ACCESS.claimInfo } }, async (request) => {
    const info = await streams.claimInfo(request.params.id, walletOf(request));
    return { ...info, claimInfo: info };
  });

  app.post('/:id/claim', { schema: claimStream, config: { access: STREAM_ACCESS.claim } }, async (request) => {
    const { params, body } = request;
    return streams.claim(params.id, {
      recipientAddress: body.recipientAddress,
      caller: callerOf(request),
      wallet: walletOf(request),
      broadcast: body.broadcast === true,
      feeRate: feeRateOf(body),
    });
  });

  app.post(
    '/:id/confirm-claim',
    { schema: confirmClaim, config: { access: STREAM_ACCESS.confirmClaim } },
    async ({ params, body }) => streams.confirmClaim(params.id, body.txHash, body.claimedAmount),
  );

  app.post('/:id/cancel', { schema: cancelStream, config: { access: STREAM_ACCESS.cancel } }, async (request) =>
    streams.cancel(request.params.id, request.body, callerOf(request), walletOf(request)),
  );

  app.post(
    '/:id/confirm-cancel',
    { schema: confirmCancel, config: { access: STREAM_ACCESS.confirmCancel } },
    async ({ params, body }) => streams.confirmCancel(params.id, body.txHash),
  );

  app.post('/:id/refund', { schema: refundStream, config: { access: STREAM_ACCESS.refund } }, async ({ params }) =>
    streams.refund(params.id),
  );

  app.post('/:id/push', { schema: pushStream, config: { access: STREAM_ACCESS.push } }, async ({ params, body }) =>
    streams.push(params.id, body.broadcast ?? false),
  );
  done();
};
