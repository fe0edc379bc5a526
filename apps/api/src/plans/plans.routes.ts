import {
  cancelPlanStreams,
  confirmPlanCancel,
  confirmPlanFunding,
  confirmPlanPause,
  confirmPlanResume,
  createPlan,
  type CreatePlanBody,
  getPlan,
  listPlanLabels,
  listPlans,
  type Normalized,
  pausePlanStreams,
  planFundingInfo,
  planPaydays,
  planRecipients,
  type PlanRecipientsBody,
  planStreams,
  previewPlan,
  renewPlan,
  resumePlanStreams,
} from '@weir/api-contract';
import { ApiError, type Routes } from '@weir/http';
import type { CreatePlanInput, ListInput, PlansService } from '@weir/services';
import { OPEN, type RouteAccess } from '../plugins/access/access.plugin.js';
import { callerOf, viewerOf } from '../plugins/access/caller.js';
import type { OnceAnswers } from '../shared/once/answer-once.js';
import { originOf, walletOf } from '../shared/request.js';

/**
 * Access of each plan route: who may call it and in which states it works. A list is visible only to its sender until
 * it is funded; then what is on the chain is public, labels never are.
 */
const PLAN_ACCESS = {
  list: { caller: 'required', role: 'sender', states: 'any' },
  readOne: { ...OPEN, caller: 'optionally-authenticated' },
  preview: { caller: 'optional', role: 'sender', states: 'any' },
  create: { caller: 'required', role: 'sender', states: 'any' },
  recipients: { caller: 'required', role: 'sender', states: ['PENDING'] },
  renew: { caller: 'required', role: 'sender', states: ['ACTIVE'] },
  // The funding reveals the list.
  fundingInfo: { caller: 'required', role: 'sender', states: ['PENDING', 'ACTIVE'] },
  // Repeating a confirm with the same hash gives the same answer in later states.
  confirmFunding: { ...OPEN, states: ['PENDING', 'ACTIVE'] },
  move: { caller: 'required', role: 'sender', states: ['ACTIVE'] },
  confirmMove: { ...OPEN, states: ['ACTIVE'] },
} as const satisfies Readonly<Record<string, RouteAccess>>;

const bothLists = (): ApiError => new ApiError('INVALID_REQUEST', 'Send either csv or streams', { in: 'body' });

/** Returns a creation that has one list at most. @throws ApiError INVALID_REQUEST */
const toCreatePlanInput = (body: Normalized<CreatePlanBody>): CreatePlanInput => {
  if (body.streams !== undefined && body.csv !== undefined) throw bothLists();
  return body;
};

/** Returns the list that a request carries. @throws ApiError INVALID_REQUEST */
const toListInput = (body: unknown): ListInput => {
  if (body instanceof Uint8Array) return { kind: 'csv', csv: body };
  const { csv, streams } = body as Normalized<PlanRecipientsBody>;
  if (csv !== undefined && streams === undefined) return { kind: 'csv', csv };
  if (streams !== undefined && csv === undefined) return { kind: 'rows', rows: streams };
  throw bothLists();
};

/** What a sender can do to a selection of streams: the routes that build and confirm it. */
const MOVES = [
  { kind: 'cancel', build: cancelPlanStreams, confirm: confirmPlanCancel },
  { kind: 'pause', build: pausePlanStreams, confirm: confirmPlanPause },
  { kind: 'resume', build: resumePlanStreams, confirm: confirmPlanResume },
] as const;

/** Largest selection of streams, bytes: 200 with the states that they had. */
const NAMED_BYTES = 2 ** 16;

/** Registers the routes that cancel, pause and resume many streams at once. */
const planMovesRoutes: Routes<{ readonly plans: PlansService }> = (app, { plans }, done) => {
  for (const { kind, build, confirm } of MOVES) {
    app.post(
      `/:id/${kind}`,
      { schema: build, bodyLimit: NAMED_BYTES, config: { access: PLAN_ACCESS.move, work: 'expensive' } },
      async (request) => plans.move(request.params.id, kind, request.body, callerOf(request), walletOf(request)),
    );
    app.post(
      `/:id/confirm-${kind}`,
      { schema: confirm, config: { access: PLAN_ACCESS.confirmMove, work: 'expensive' } },
      async ({ params, body }) => plans.confirmMove(params.id, kind, body.txHash),
    );
  }
  done();
};

/** Largest list, bytes: 10,000 rows with room for long labels. */
const LIST_BYTES = 4 * 2 ** 20;

/** Registers the plan routes: parse, call the use case, return its view. */
export const plansRoutes: Routes<{
  readonly plans: PlansService;
  readonly once: OnceAnswers;
}> = (app, { plans, once }, done) => {
  app.addContentTypeParser(
    ['text/csv', 'application/csv'],
    { parseAs: 'buffer', bodyLimit: LIST_BYTES },
    (_request, body, parsed) => parsed(null, body),
  );

  app.get('/', { schema: listPlans, config: { access: PLAN_ACCESS.list } }, async (request) =>
    plans.list(request.query, callerOf(request)),
  );

  app.get('/labels', { schema: listPlanLabels, config: { access: PLAN_ACCESS.list } }, async (request) =>
    plans.labels(request.query, callerOf(request)),
  );

  app.post(
    '/',
    { schema: createPlan, bodyLimit: LIST_BYTES, config: { access: PLAN_ACCESS.create, work: 'expensive' } },
    async (request, reply) =>
      once.create(request, reply, {
        work: (kept) => plans.create(toCreatePlanInput(request.body), callerOf(request), originOf(request), kept),
      }),
  );

  app.post(
    '/preview',
    { schema: previewPlan, bodyLimit: LIST_BYTES, config: { access: PLAN_ACCESS.preview, work: 'expensive' } },
    async ({ body, caller }) => plans.preview(toCreatePlanInput(body), caller?.addresses),
  );

  app.post(
    '/:id/renew',
    { schema: renewPlan, bodyLimit: LIST_BYTES, config: { access: PLAN_ACCESS.renew, work: 'expensive' } },
    async (request, reply) =>
      once.create(request, reply, {
        work: (kept) => plans.renew(request.params.id, request.body, callerOf(request), originOf(request), kept),
      }),
  );

  app.get('/:id', { schema: getPlan, config: { access: PLAN_ACCESS.readOne } }, async (request) =>
    plans.get(request.params.id, viewerOf(request)),
  );

  app.get('/:id/streams', { schema: planStreams, config: { access: PLAN_ACCESS.readOne } }, async (request) =>
    plans.streams(request.params.id, request.query, viewerOf(request)),
  );

  app.get(
    '/:id/paydays',
    { schema: planPaydays, config: { access: PLAN_ACCESS.readOne, work: 'expensive' } },
    async (request) => plans.paydays(request.params.id, viewerOf(request)),
  );

  app.post(
    '/:id/recipients',
    { schema: planRecipients, bodyLimit: LIST_BYTES, config: { access: PLAN_ACCESS.recipients, work: 'expensive' } },
    async (request, reply) => {
      const { id } = request.params;
      const caller = callerOf(request);
      return once.create(request, reply, {
        async work(kept) {
          await plans.assertListable(id, caller);
          return plans.replaceRecipients(id, toListInput(request.body), caller, kept);
        },
      });
    },
  );

  app.get(
    '/:id/funding-info',
    { schema: planFundingInfo, config: { access: PLAN_ACCESS.fundingInfo, work: 'expensive' } },
    async (request) => plans.fundingInfo(request.params.id, callerOf(request), walletOf(request)),
  );

  app.post(
    '/:id/confirm-funding',
    { schema: confirmPlanFunding, config: { access: PLAN_ACCESS.confirmFunding, work: 'expensive' } },
    async ({ params, body }) => plans.confirmFunding(params.id, body.txHash),
  );

  void app.register(planMovesRoutes, { plans });
  done();
};
