import {
  confirmPlanFunding,
  createPlan,
  getPlan,
  listPlans,
  planFundingInfo,
  planRecipients,
  planStreams,
  previewPlan,
} from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { PlansService } from '@weir/services';
import { callerOf, viewerOf } from '../plugins/access/caller.js';
import type { OnceAnswers } from '../shared/once/answer-once.js';
import { originOf } from '../shared/origin.js';
import { PLAN_ACCESS } from './plan-access.js';
import { toCreatePlanInput, toListInput } from './plan-input.js';
import { planMovesRoutes } from './plan-moves.routes.js';

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
    async ({ body, callerAddress }) => plans.preview(toCreatePlanInput(body), callerAddress),
  );

  app.get('/:id', { schema: getPlan, config: { access: PLAN_ACCESS.readOne } }, async (request) =>
    plans.get(request.params.id, viewerOf(request)),
  );

  app.get('/:id/streams', { schema: planStreams, config: { access: PLAN_ACCESS.readOne } }, async (request) =>
    plans.streams(request.params.id, request.query, viewerOf(request)),
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
    async (request) => plans.fundingInfo(request.params.id, callerOf(request)),
  );

  app.post(
    '/:id/confirm-funding',
    { schema: confirmPlanFunding, config: { access: PLAN_ACCESS.confirmFunding, work: 'expensive' } },
    async ({ params, body }) => plans.confirmFunding(params.id, body.txHash),
  );

  void app.register(planMovesRoutes, { plans });
  done();
};
