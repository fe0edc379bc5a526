export type { OpeningResult } from './open-funding.js';
export type { NewPlanOpening, OpenedStream } from './plan-opening.js';
export type { PlanPage, PlanPageRequest, PlanWithParts } from './page-plans.js';
export { createPlanListsRepository, type Member, type PlanListsRepository } from './plan-lists.repository.js';
export type { PlanOverview, PlanRowsPage, RecipientPageRequest } from './plan-overview.js';
export type { PlanWithNextPart } from './plan-parts.js';
export type {
  NewPlan,
  NewPlanList,
  NewPlanPart,
  NewPlanRecipient,
  PlanFundingRecord,
  PlanRecipientRecord,
  PlanRecord,
  RecipientScheduleRecord,
} from './plan-record.js';
export type { PlanProductName } from './plan-tables.js';
export { createPlansRepository, type PlansRepository } from './plans.repository.js';
