import { planAdmissionOf, type Origin } from '../../shared/keeping.js';
import { ServiceError } from '../../shared/service-error.js';
import { loadAsSender } from '../load-plan.js';
import type { PlanContext } from '../plan-context.js';
import type { CreatePlanInput, ListInput, PlanCostView, PlanDetail, PlanPreview } from '../plans.types.js';
import { listedRow } from '../read/plan-rows.js';
import { planDetail, termsView } from '../read/plan-view.js';
import { readRowsCsv, type NumberedRow } from '../recipients/read-rows-csv.js';
import { MAX_PLAN_STREAMS, readRows } from '../recipients/read-rows.js';
import { frameOf, headOf } from '../stored-plan.js';
import { costsOf } from './plan-costs.js';
import { cutRows, newListOf, newPlanOf, planPlan } from './planned-plan.js';

/** What nodes ask now; where no server tells, the minimum. */
const feeRateOf = ({ chain }: PlanContext): Promise<bigint | undefined> => chain.feeRate().catch(() => undefined);

/** Everything that a creation would come to. See {@link PlansService.preview}. */
export const previewPlan = async (
  input: CreatePlanInput,
  caller: string | undefined,
  context: PlanContext,
): Promise<PlanPreview> => {
  const planned = await planPlan(input, caller, context.now(), context.network);
  return {
    terms: termsView(planned.head, planned.sender.address),
    rows: planned.listed.map(listedRow),
    costs: costsOf(planned, await feeRateOf(context)),
  };
};

/** Stores a plan. See {@link PlansService.create}. */
export const createPlan = async (
  input: CreatePlanInput,
  caller: string,
  origin: Origin | undefined,
  context: PlanContext,
): Promise<PlanDetail & { readonly costs: PlanCostView }> => {
  const planned = await planPlan(input, caller, context.now(), context.network);
  const plan = await context.lists.create(
    newPlanOf(planned, input.description ?? null),
    newListOf(planned, context.network),
    planAdmissionOf(origin, planned.sender.hashHex, context),
  );
  const costs = costsOf(planned, await feeRateOf(context));
  return { ...(await planDetail({ plan, isSender: true }, context)), costs };
};

const wrongState = (status: string): ServiceError =>
  new ServiceError(
    'WRONG_STATE',
    'A funding of this plan was handed out to be signed, or is there: its list stays as it is. Create another plan',
    { status },
  );

/** See {@link PlansService.assertListable}. */
export const assertListable = async (id: string, caller: string, context: PlanContext) => {
  const plan = await loadAsSender(id, caller, context);
  if (plan.status !== 'PENDING' || plan.offeredAt !== null) throw wrongState(plan.status);
  return plan;
};

const numbered = (list: ListInput): readonly NumberedRow[] => {
  if (list.kind === 'csv') return readRowsCsv(list.text, MAX_PLAN_STREAMS);
  return list.rows.map((row) => ({ line: undefined, row }));
};

/** Gives a plan another list. See {@link PlansService.replaceRecipients}. */
export const replaceRecipients = async (
  id: string,
  list: ListInput,
  caller: string,
  context: PlanContext,
): Promise<PlanDetail & { readonly costs: PlanCostView }> => {
  const plan = await assertListable(id, caller, context);
  const [head, frame] = [headOf(plan), frameOf(plan)];
  const rows = numbered(list);
  if (rows.length === 0)
    throw new ServiceError('INVALID_RECIPIENTS', 'The list has no rows', { errorCount: 0, errors: [] });
  const listed = await readRows(rows, head, frame, context.network);
  const planned = { head, frame, listed, runs: cutRows(frame, listed) };
  const stored = await context.lists.replace(id, newListOf(planned, context.network), context.keeping?.planRecipients);
  if (stored === undefined) throw wrongState(plan.status);
  const costs = costsOf(planned, await feeRateOf(context));
  return { ...(await planDetail({ plan: stored, isSender: true }, context)), costs };
};
