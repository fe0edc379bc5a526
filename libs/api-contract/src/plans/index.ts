export {
  CreatePlanBody,
  createPlan,
  planRecipients,
  previewPlan,
  type PlanListedResponse,
  type PlanPreviewResponse,
  type PlanRecipientsBody,
} from './create-plan.schema.js';
export {
  confirmPlanFunding,
  planFundingInfo,
  type ConfirmPlanResponse,
  type PlanFundingPreparation,
  type PlanFundingReady,
  type PlanFundingResponse,
} from './fund-plan.schema.js';
export {
  cancelPlanStreams,
  confirmPlanCancel,
  confirmPlanPause,
  confirmPlanResume,
  pausePlanStreams,
  resumePlanStreams,
  type ConfirmMoveResponse,
  type MovePlanResponse,
} from './move-plan.schema.js';
export type { PlanRow } from './plan-row.schema.js';
export { MAX_PLAN_ROWS } from './plan-words.schema.js';
export type { PlanCosts, PlanResource, PlanStreamResource } from './plan.schema.js';
export {
  getPlan,
  listPlans,
  planStreams,
  type GetPlanResponse,
  type ListPlansResponse,
  type PlanStreamsResponse,
} from './read-plans.schema.js';
