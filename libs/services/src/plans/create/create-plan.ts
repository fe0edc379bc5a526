import type { Warning } from '@weir/api-contract/words';
import { vaultPayerBytes } from '@weir/covenants';
import { responseAs, type IdempotentResponse, type NewPlanList, type PlanRecord } from '@weir/infra';
import { MAX_PLAN_STREAMS } from '@weir/kinds';
import type { Caller } from '../../shared/parties.js';
import { admissionOf, type Origin } from '../../shared/retention.js';
import { ServiceError } from '../../shared/service-error.js';
import { contractOf } from '../../shared/vaults/stored-vault.js';
import { loadAsSender, type PlanContext } from '../load-plan.js';
import type { CreatePlanInput, ListInput } from '../plans.types.js';
import { listedDetail, listedRow, type PlanDetail, termsView } from '../read/plan-view.js';
import { type CsvRows, readRowsCsv } from '../recipients/read-rows-csv.js';
import { readRows } from '../recipients/read-rows.js';
import { headOf, layoutOf } from '../stored-plan.js';
import type { PlanHead } from '../terms/plan-defaults.js';
import { listWarnings } from './list-warnings.js';
import { costsOf } from './plan-costs.js';
import { newListOf, newPlanOf, planPlan, unitsOfList } from './planned-plan.js';

/**
 * Returns the fee rate that nodes ask now (the minimum where no server reports one), and the bytes that a vault adds to
 * fundings that it pays.
 */
const costOptionsOf = async ({ chain, vaults, network }: PlanContext, vaultId: string | null) => {
  const feeRate = await chain.feeRate().catch(() => undefined);
  const vault = vaultId === null ? undefined : await vaults.findById(vaultId);
  return { feeRate, ...(vault !== undefined && { payer: vaultPayerBytes(contractOf(vault, network)) }) };
};

/** Computes everything that a creation would come to. Stores nothing. */
export const previewPlan = async (context: PlanContext, input: CreatePlanInput, caller: Caller | undefined) => {
  const planned = await planPlan(context, input, caller);
  return {
    plan: termsView(planned.head, planned.by.sender.address),
    streams: planned.listed.map(listedRow),
    costs: await costsOf(planned.parts, await costOptionsOf(context, planned.by.vaultId)),
    ignoredColumns: planned.ignoredColumns,
    warnings: listWarnings(planned.listed),
  };
};

type ListedPlan = PlanDetail & {
  readonly costs: Awaited<ReturnType<typeof costsOf>>;
  /** Names of the columns of a CSV that are not read. */
  readonly ignoredColumns: readonly string[];
  readonly warnings: readonly Warning[];
};

const resultOf =
  ({ parts }: NewPlanList, found: Pick<ListedPlan, 'costs' | 'ignoredColumns' | 'warnings'>) =>
  (plan: PlanRecord): ListedPlan => ({
    ...listedDetail(
      plan,
      parts.map(({ recipients }) => recipients.length),
    ),
    ...found,
  });

/**
 * Stores a plan, with its list where it has one already.
 *
 * @param renews the plan that it goes on from
 * @throws ServiceError QUOTA_EXCEEDED in addition
 */
export const createPlan = async (
  context: PlanContext,
  input: CreatePlanInput,
  caller: Caller,
  origin?: Origin,
  kept?: IdempotentResponse<ListedPlan>,
  renews?: string,
): Promise<ListedPlan> => {
  const planned = await planPlan(context, input, caller);
  const list = { ...newListOf(planned), renews };
  const costs = await costsOf(planned.parts, await costOptionsOf(context, planned.by.vaultId));
  const { ignoredColumns } = planned;
  const listedOf = resultOf(list, { costs, ignoredColumns, warnings: listWarnings(planned.listed) });
  const plan = await context.plans.create(
    newPlanOf(planned, input.description ?? null),
    list,
    admissionOf(origin, context, 'planRecipients'),
    responseAs(kept, listedOf),
  );
  return listedOf(plan);
};

const wrongState = (status: string): ServiceError =>
  new ServiceError(
    'WRONG_STATE',
    'The list cannot change: a funding of this plan was built or is on the chain. Create another plan',
    { status },
  );

/**
 * Refuses callers who may not give a plan a list, before the list is read.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE
 */
export const assertListable = async (context: PlanContext, id: string, caller: Caller) => {
  const plan = await loadAsSender(context, id, caller);
  if (plan.status !== 'PENDING' || plan.offeredAt !== null) throw wrongState(plan.status);
  return plan;
};

const readList = (list: ListInput, head: PlanHead): CsvRows => {
  if (list.kind === 'csv') return readRowsCsv(list.csv, MAX_PLAN_STREAMS, unitsOfList(head));
  return { rows: list.rows.map((row) => ({ line: undefined, row })), ignoredColumns: [] };
};

/** Gives a plan a list, or another one. */
export const replaceRecipients = async (
  context: PlanContext,
  id: string,
  list: ListInput,
  caller: Caller,
  kept?: IdempotentResponse<ListedPlan>,
): Promise<ListedPlan> => {
  const plan = await assertListable(context, id, caller);
  const [head, layout] = [headOf(plan), layoutOf(plan, context.network)];
  const { rows, ignoredColumns } = readList(list, head);
  if (rows.length === 0)
    throw new ServiceError('INVALID_RECIPIENTS', 'The list has no rows', { errorCount: 0, errors: [] });
  const listed = await readRows(rows, head, layout, context.network);
  const planned = { head, parts: layout.cut(listed, plan.vaultId !== null) };
  const newList = newListOf(planned);
  const costs = await costsOf(planned.parts, await costOptionsOf(context, plan.vaultId));
  const listedOf = resultOf(newList, { costs, ignoredColumns, warnings: listWarnings(listed) });
  const stored = await context.plans.replace(
    id,
    newList,
    context.retention?.planRecipients,
    responseAs(kept, listedOf),
  );
  if (stored === undefined) throw wrongState(plan.status);
  return listedOf(stored);
};
