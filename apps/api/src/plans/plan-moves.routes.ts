import {
  cancelPlanStreams,
  confirmPlanCancel,
  confirmPlanPause,
  confirmPlanResume,
  pausePlanStreams,
  resumePlanStreams,
} from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { PlansService } from '@weir/services';
import { callerOf } from '../plugins/access/caller.js';
import { PLAN_ACCESS } from './plan-access.js';

/** What a sender can do to a selection of streams: the routes that build and confirm it. */
const MOVES = [
  { kind: 'cancel', build: cancelPlanStreams, confirm: confirmPlanCancel },
  { kind: 'pause', build: pausePlanStreams, confirm: confirmPlanPause },
  { kind: 'resume', build: resumePlanStreams, confirm: confirmPlanResume },
] as const;

/** Registers the routes that cancel, pause and resume many streams at once. */
export const planMovesRoutes: Routes<{ readonly plans: PlansService }> = (app, { plans }, done) => {
  for (const { kind, build, confirm } of MOVES) {
    app.post(
      `/:id/${kind}`,
      { schema: build, config: { access: PLAN_ACCESS.move, work: 'expensive' } },
      async (request) => plans.move(request.params.id, kind, request.body, callerOf(request)),
    );
    app.post(
      `/:id/confirm-${kind}`,
      { schema: confirm, config: { access: PLAN_ACCESS.confirmMove, work: 'expensive' } },
      async ({ params, body }) => plans.confirmMove(params.id, kind, body.txHash),
    );
  }
  done();
};
