export type { NewPlan, NewPlanPart, PlanFundingRecord, PlanRecord } from './plan-record.js';
export type { PlanProductName, PlanStatus } from './plan-tables.js';
export { createPlansRepository, type PlansRepository } from './plans.repository.js';
