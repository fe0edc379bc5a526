import { bindUseCases } from '../shared/bind-use-cases.js';
import { assertListable, createPlan, previewPlan, replaceRecipients } from './create/create-plan.js';
import { fundingInfo } from './funding/funding-info.js';
import type { PlanContext } from './load-plan.js';
import { getPlan, listLabels, listPlans, planPaydays, planStreams } from './read/read-plans.js';
import { renewPlan } from './renew/renew-plan.js';
import { buildMoves } from './stop/build-moves.js';
import { confirmMove, confirmPlanFunding } from './stop/confirm-moves.js';

/** Builds the use cases of plans over a database and a chain. Holds no state of its own: any number of replicas may serve. */
export const createPlansService = (context: PlanContext) =>
  bindUseCases(context, {
    preview: previewPlan,
    create: createPlan,
    renew: renewPlan,
    assertListable,
    replaceRecipients,
    list: listPlans,
    labels: listLabels,
    get: getPlan,
    streams: planStreams,
    paydays: planPaydays,
    fundingInfo,
    confirmFunding: confirmPlanFunding,
    move: buildMoves,
    confirmMove,
  });

export type PlansService = ReturnType<typeof createPlansService>;
