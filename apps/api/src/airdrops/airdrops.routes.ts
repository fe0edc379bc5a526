import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
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
  syncAirdrop,
} from '@weir/api-contract';
import type { AirdropsService, ListTopics } from '@weir/services';
import { viewerOf } from '../plugins/access/caller.js';
import type { OnceAnswers } from '../shared/once/answer-once.js';
import { originOf } from '../shared/origin.js';
import { AIRDROP_ACCESS } from './airdrop-access.js';
import {
  presentCampaignCancel,
  presentCampaignClaimResult,
  presentCampaignClose,
  presentCampaignConfirmation,
  presentCampaignSync,
} from './campaign-claim.presenter.js';
import {
  presentCampaignCreation,
  presentCampaignFunding,
  toCreateCampaignInput,
} from './campaign-creation.presenter.js';
import {
  presentCampaign,
  presentCampaignDetail,
  presentCampaignsPage,
  presentClaimable,
  presentLanes,
} from './campaign.presenter.js';
import { whitelistRoutes } from './whitelist.routes.js';

/** Storing a million recipients takes this long, milliseconds. */
const FUNDING_TIMEOUT_MS = 120_000;

/** Registers the routes of airdrop campaigns: parse, call the use case, present. */
export const airdropsRoutes: FastifyPluginCallbackTypebox<{
  readonly airdrops: AirdropsService;
  readonly once: OnceAnswers;
  readonly topics: ListTopics;
}> = (app, { airdrops, once, topics }, done) => {
  app.get(
    '/',
    { schema: listAirdrops, config: { access: AIRDROP_ACCESS.read, unchanging: (query) => topics.campaigns(query) } },
    async ({ query }) => presentCampaignsPage(await airdrops.list(query)),
  );

  app.get(
    '/claimable',
    { schema: getClaimable, config: { access: AIRDROP_ACCESS.claimable, work: 'dear' } },
    async (request) => presentClaimable(await airdrops.claimable(request.query, viewerOf(request))),
  );

  app.get('/claim/:token', { schema: getClaimLink, config: { access: AIRDROP_ACCESS.read } }, async ({ params }) => ({
    success: true as const,
    campaign: presentCampaign(await airdrops.byClaimToken(params.token)),
  }));

  app.get('/:id', { schema: getAirdrop, config: { access: AIRDROP_ACCESS.readOne } }, async (request) =>
    presentCampaignDetail(await airdrops.get(request.params.id, request.query, viewerOf(request))),
  );

  app.get(
    '/:id/lanes',
    { schema: getAirdropLanes, config: { access: AIRDROP_ACCESS.read, work: 'dear' } },
    async ({ params, query }) =>
      presentLanes(await airdrops.lanes(params.id, query.addresses === undefined ? [] : query.addresses.split(','))),
  );

  app.post(
    '/create',
    { schema: createAirdrop, config: { access: AIRDROP_ACCESS.create, work: 'dear' } },
    async (request, reply) =>
      once.answer(request, reply, {
        work: (kept) =>
          airdrops.create(toCreateCampaignInput(request.body), request.callerAddress, originOf(request), kept),
        present: presentCampaignCreation,
      }),
  );

  app.get(
    '/:id/funding-info',
    { schema: airdropFundingInfo, config: { access: AIRDROP_ACCESS.fundingInfo } },
    async ({ params, query }) =>
      presentCampaignFunding(await airdrops.fundingInfo(params.id), query.encoding ?? 'tagged'),
  );

  app.post(
    '/:id/confirm-funding',
    {
      schema: confirmAirdropFunding,
      config: { access: AIRDROP_ACCESS.confirmFunding },
      handlerTimeout: FUNDING_TIMEOUT_MS,
    },
    async ({ params, body }) =>
      presentCampaignConfirmation(await airdrops.confirmFunding(params.id, body.txHash.toLowerCase())),
  );

  app.post(
    '/:id/claim',
    { schema: claimAirdrop, config: { access: AIRDROP_ACCESS.claim } },
    async ({ params, query, body, callerAddress }) => {
      const request = { claimerAddress: body.claimerAddress, relay: body.relay ?? false };
      return presentCampaignClaimResult(
        await airdrops.claim(params.id, request, callerAddress),
        query.encoding ?? 'tagged',
      );
    },
  );

  app.post(
    '/:id/confirm-claim',
    { schema: confirmAirdropClaim, config: { access: AIRDROP_ACCESS.confirmClaim } },
    async ({ params, body }) =>
      presentCampaignConfirmation(
        await airdrops.confirmClaim(params.id, { ...body, txHash: body.txHash.toLowerCase() }),
      ),
  );

  app.post(
    '/:id/cancel',
    { schema: cancelAirdrop, config: { access: AIRDROP_ACCESS.cancel, work: 'dear' } },
    async ({ params, query, body, callerAddress }) =>
      presentCampaignCancel(
        await airdrops.cancel(params.id, body.creator ?? undefined, callerAddress),
        query.encoding ?? 'tagged',
      ),
  );

  app.post(
    '/:id/confirm-cancel',
    { schema: confirmAirdropCancel, config: { access: AIRDROP_ACCESS.confirmCancel } },
    async ({ params, body }) =>
      presentCampaignConfirmation(await airdrops.confirmCancel(params.id, body.txHash.toLowerCase())),
  );

  app.post(
    '/:id/close',
    { schema: closeAirdrop, config: { access: AIRDROP_ACCESS.close, work: 'dear' } },
    async ({ params, body }) => presentCampaignClose(await airdrops.close(params.id, body.signature)),
  );

  app.post(
    '/:id/sync',
    { schema: syncAirdrop, config: { access: AIRDROP_ACCESS.sync, work: 'dear' } },
    async ({ params }) => presentCampaignSync(await airdrops.sync(params.id)),
  );

  void app.register(whitelistRoutes, { airdrops, once });
  done();
};
