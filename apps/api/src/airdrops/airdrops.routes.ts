import {
  airdropFundingInfo,
  cancelAirdrop,
  claimAirdrop,
  closeAirdrop,
  confirmAirdropCancel,
  confirmAirdropClaim,
  confirmAirdropFunding,
  createAirdrop,
  getAirdrop,
  getAirdropLanes,
  getClaimable,
  getClaimLink,
  listAirdrops,
  previewAirdrop,
  syncAirdrop,
} from '@weir/api-contract';
import { type Routes, TRANSACTION_BYTES } from '@weir/http';
import type { AirdropsService, ListTopics } from '@weir/services';
import { viewerOf } from '../plugins/access/caller.js';
import type { OnceAnswers } from '../shared/once/answer-once.js';
import { originOf, walletOf } from '../shared/request.js';
import { AIRDROP_ACCESS } from './airdrop-access.js';
import { whitelistRoutes } from './whitelist.routes.js';

/** Storing a million recipients takes this long, milliseconds. */
const FUNDING_TIMEOUT_MS = 120_000;

/** Registers the routes of airdrop campaigns: parse, call the use case, return its view. */
export const airdropsRoutes: Routes<{
  readonly airdrops: AirdropsService;
  readonly once: OnceAnswers;
  readonly topics: ListTopics;
  /** Largest list in JSON, bytes. */
  readonly listBytes: number;
}> = (app, { airdrops, once, topics, listBytes }, done) => {
  app.get(
    '/',
    { schema: listAirdrops, config: { access: AIRDROP_ACCESS.read, unchanging: (query) => topics.campaigns(query) } },
    async ({ query }) => airdrops.list(query),
  );

  app.get(
    '/claimable',
    { schema: getClaimable, config: { access: AIRDROP_ACCESS.claimable, work: 'expensive' } },
    async (request) => airdrops.claimable(request.query, viewerOf(request)),
  );

  app.get(
    '/claim/:token',
    { schema: getClaimLink, config: { access: AIRDROP_ACCESS.read, hasSecretPath: true } },
    async ({ params }) => ({
      campaign: await airdrops.byClaimToken(params.token),
    }),
  );

  app.get('/:id', { schema: getAirdrop, config: { access: AIRDROP_ACCESS.readOne } }, async (request) =>
    airdrops.get(request.params.id, request.query, viewerOf(request)),
  );

  app.get(
    '/:id/lanes',
    { schema: getAirdropLanes, config: { access: AIRDROP_ACCESS.read, work: 'expensive' } },
    async ({ params, query }) =>
      airdrops.lanes(params.id, query.addresses === undefined ? [] : query.addresses.split(',')),
  );

  app.post(
    '/preview',
    { schema: previewAirdrop, config: { access: AIRDROP_ACCESS.preview, work: 'expensive' } },
    async ({ body, caller }) => airdrops.preview(body, caller?.addresses),
  );

  app.post(
    '/create',
    { schema: createAirdrop, config: { access: AIRDROP_ACCESS.create, work: 'expensive' } },
    async (request, reply) =>
      once.create(request, reply, {
        work: (kept) => airdrops.create(request.body, request.caller?.addresses, originOf(request), kept),
      }),
  );

  app.get(
    '/:id/funding-info',
    { schema: airdropFundingInfo, config: { access: AIRDROP_ACCESS.fundingInfo } },
    async (request) => airdrops.fundingInfo(request.params.id, walletOf(request)),
  );

  app.post(
    '/:id/confirm-funding',
    {
      schema: confirmAirdropFunding,
      config: { access: AIRDROP_ACCESS.confirmFunding },
      handlerTimeout: FUNDING_TIMEOUT_MS,
    },
    async ({ params, body }) => airdrops.confirmFunding(params.id, body.txHash),
  );

  app.post('/:id/claim', { schema: claimAirdrop, config: { access: AIRDROP_ACCESS.claim } }, async (request) => {
    const { claimerAddress, relay = false } = request.body;
    const claim = { claimerAddress, relay };
    return airdrops.claim(request.params.id, claim, request.caller?.addresses, walletOf(request));
  });

  app.post(
    '/:id/confirm-claim',
    { schema: confirmAirdropClaim, bodyLimit: TRANSACTION_BYTES, config: { access: AIRDROP_ACCESS.confirmClaim } },
    async ({ params, body }) => airdrops.confirmClaim(params.id, body),
  );

  app.post(
    '/:id/cancel',
    { schema: cancelAirdrop, config: { access: AIRDROP_ACCESS.cancel, work: 'expensive' } },
    async (request) =>
      airdrops.cancel(request.params.id, request.body.creator, request.caller?.addresses, walletOf(request)),
  );

  app.post(
    '/:id/confirm-cancel',
    { schema: confirmAirdropCancel, config: { access: AIRDROP_ACCESS.confirmCancel } },
    async ({ params, body }) => airdrops.confirmCancel(params.id, body.txHash),
  );

  app.post(
    '/:id/close',
    { schema: closeAirdrop, config: { access: AIRDROP_ACCESS.close, work: 'expensive' } },
    async ({ params, body }) => airdrops.close(params.id, body.signature),
  );

  app.post(
    '/:id/sync',
    { schema: syncAirdrop, config: { access: AIRDROP_ACCESS.sync, work: 'expensive' } },
    async ({ params }) => airdrops.sync(params.id),
  );

  void app.register(whitelistRoutes, { airdrops, once, listBytes });
  done();
};
