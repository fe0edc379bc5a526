import {
  claimLock,
  confirmLockClaim,
  confirmLockFunding,
  createLock,
  getLock,
  listLocks,
  lockClaimInfo,
  lockFundingInfo,
  lockSchedule,
  previewLock,
  pushLock,
} from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { ListTopics, LocksService } from '@weir/services';
import { type IndexerClient, withOnchain } from '../indexer/indexer-client.js';
import { OPEN, type RouteAccess } from '../plugins/access/access.plugin.js';
import { callerOf, viewerOf } from '../plugins/access/caller.js';
import type { OnceAnswers } from '../shared/once/answer-once.js';
import { feeRateOf, originOf, walletOf } from '../shared/request.js';

/** Access of each route of locks: who may call it and in which states it works. All records are public. */
const LOCK_ACCESS = {
  read: OPEN,
  // Public as well, except for a private vault's id, which only its members see.
  readOne: { ...OPEN, caller: 'optionally-authenticated' },
  preview: { caller: 'optional', role: 'sender', states: 'any' },
  create: { caller: 'required', role: 'sender', states: 'any' },
  fundingInfo: { ...OPEN, states: ['PENDING'] },
  // Repeating a confirm with the same hash gives the same answer in later states.
  confirmFunding: { ...OPEN, states: ['PENDING'] },
  claimInfo: { ...OPEN, states: ['ACTIVE'] },
  claim: { caller: 'required', role: 'recipient', states: ['ACTIVE'] },
  confirmClaim: { ...OPEN, states: ['ACTIVE'] },
  push: { ...OPEN, states: ['ACTIVE'] },
} as const satisfies Readonly<Record<string, RouteAccess>>;

const DEFAULT_POINTS = 50;

/** Registers the routes of locks: parse, call the use case, return its view. */
export const locksRoutes: Routes<{
  readonly locks: LocksService;
  readonly indexer: IndexerClient | undefined;
  readonly once: OnceAnswers;
  readonly topics: ListTopics;
}> = (app, { locks, indexer, once, topics }, done) => {
  app.get(
    '/',
    {
      schema: listLocks,
      config: { access: LOCK_ACCESS.read, unchanging: (query) => topics.rows('stream', query) },
    },
    async ({ query }) => {
      const page = await locks.list(query);
      return { ...page, locks: await withOnchain(page.locks, indexer) };
    },
  );

  app.get('/:id', { schema: getLock, config: { access: LOCK_ACCESS.readOne } }, async (request) => {
    const detail = await locks.get(request.params.id, viewerOf(request));
    await withOnchain([detail.lock], indexer);
    return detail;
  });

  app.get('/:id/schedule', { schema: lockSchedule, config: { access: LOCK_ACCESS.read } }, async ({ params, query }) =>
    locks.schedule(params.id, query.points ?? DEFAULT_POINTS),
  );

  app.post(
    '/preview',
    { schema: previewLock, config: { access: LOCK_ACCESS.preview, work: 'expensive' } },
    async ({ body, caller }) => locks.preview(body, caller?.addresses),
  );

  app.post(
    '/',
    { schema: createLock, config: { access: LOCK_ACCESS.create, work: 'expensive' } },
    async (request, reply) =>
      once.create(request, reply, {
        work: (kept) => locks.create(request.body, callerOf(request), originOf(request), kept),
      }),
  );

  app.get(
    '/:id/funding-info',
    { schema: lockFundingInfo, config: { access: LOCK_ACCESS.fundingInfo } },
    async (request) => locks.fundingInfo(request.params.id, walletOf(request)),
  );

  app.post(
    '/:id/confirm-funding',
    { schema: confirmLockFunding, config: { access: LOCK_ACCESS.confirmFunding } },
    async ({ params, body }) => locks.confirmFunding(params.id, body.txHash),
  );

  app.get('/:id/claim-info', { schema: lockClaimInfo, config: { access: LOCK_ACCESS.claimInfo } }, async (request) => {
    const info = await locks.claimInfo(request.params.id, walletOf(request));
    return { ...info, claimInfo: info };
  });

  app.post('/:id/claim', { schema: claimLock, config: { access: LOCK_ACCESS.claim } }, async (request) => {
    const { params, body } = request;
    return locks.claim(params.id, {
      recipientAddress: body.recipientAddress,
      caller: callerOf(request),
      wallet: walletOf(request),
      broadcast: body.broadcast === true,
      feeRate: feeRateOf(body),
    });
  });

  app.post(
    '/:id/confirm-claim',
    { schema: confirmLockClaim, config: { access: LOCK_ACCESS.confirmClaim } },
    async ({ params, body }) => locks.confirmClaim(params.id, body.txHash, body.claimedAmount),
  );

  app.post('/:id/push', { schema: pushLock, config: { access: LOCK_ACCESS.push } }, async ({ params, body }) =>
    locks.push(params.id, body.broadcast ?? false),
  );
  done();
};
