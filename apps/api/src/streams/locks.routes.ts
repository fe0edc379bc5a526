import { createLock, previewLock } from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { StreamsService } from '@weir/services';
import type { RouteAccess } from '../plugins/access/access.plugin.js';
import { callerOf } from '../plugins/access/caller.js';
import type { OnceAnswers } from '../shared/once/answer-once.js';
import { originOf } from '../shared/request.js';

/** Access of the two routes of locks. Everything else that can be done with a lock is a route of its stream. */
const LOCK_ACCESS = {
  preview: { caller: 'optional', role: 'sender', states: 'any' },
  create: { caller: 'required', role: 'sender', states: 'any' },
} as const satisfies Readonly<Record<string, RouteAccess>>;

/** Registers the routes that create locks: streams by a contract that nobody can cancel. */
export const locksRoutes: Routes<{ readonly streams: StreamsService; readonly once: OnceAnswers }> = (
  app,
  { streams, once },
  done,
) => {
  app.post(
    '/preview',
    { schema: previewLock, config: { access: LOCK_ACCESS.preview, work: 'expensive' } },
    async ({ body, caller }) => streams.previewLock(body, caller?.addresses),
  );

  app.post(
    '/',
    { schema: createLock, config: { access: LOCK_ACCESS.create, work: 'expensive' } },
    async (request, reply) =>
      once.create(request, reply, {
        work: (kept) => streams.createLock(request.body, callerOf(request), originOf(request), kept),
      }),
  );
  done();
};
