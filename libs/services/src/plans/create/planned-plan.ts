import { randomBytes } from 'node:crypto';
import type { Network } from '@weir/covenants';
import type { NewPlan, NewPlanList } from '@weir/infra';
import { MAX_PLAN_STREAMS } from '@weir/kinds';
import type { Caller } from '../../shared/parties.js';
import { newSender, type NewSender } from '../../shared/vaults/new-sender.js';
import type { ListedPart, ListedStream, ListLayout } from '../layout/list-layout.js';
import { lockLayout } from '../layout/lock-layout.js';
import { calendarLayout, planLayout } from '../layout/plan-layout.js';
import type { PlanContext } from '../load-plan.js';
import type { CreatePlanInput } from '../plans.types.js';
import { type CsvRows, type ListUnits, readRowsCsv } from '../recipients/read-rows-csv.js';
import { readRows } from '../recipients/read-rows.js';
import { isPlanProduct, recipientOf } from '../stored-plan.js';
import { calendarProductOf, parsePlanHead, type PlanHead } from '../terms/plan-defaults.js';

/** A plan whose terms are complete, not stored yet. */
export interface PlannedPlan {
  readonly head: PlanHead;
  readonly by: NewSender;
  readonly layout: ListLayout;
  readonly listed: readonly ListedStream[];
  /** What each funding opens. */
  readonly parts: readonly ListedPart[];
  /** Names of the columns of its CSV that are not read. */
  readonly ignoredColumns: readonly string[];
}

/** Lays out a new plan: one of streams or salaries has a fresh nonce. */
const newLayout = (head: PlanHead, { sender }: NewSender, network: Network): ListLayout => {
  const { product, tokenCategory, paymentFee: fee, reserveFloor: floor, moveDelay: delay, defaults } = head;
  const party = sender.lockingBytecode;
  if (!isPlanProduct(product))
    return lockLayout({ tokenCategory, sender: party, payments: defaults.payments ?? null, delay });
  const nonce = randomBytes(16);
  const dated = calendarProductOf(product, defaults);
  if (dated !== undefined) return calendarLayout({ product: dated, sender: party, nonce, fee, floor, delay }, network);
  const cancelFills = BigInt(head.cancelFills);
  return planLayout({ product, sender: party, nonce, fee, floor, cancelFills, delay }, network);
};

/** Returns how the fields of a plan's list are read. */
export const unitsOfList = ({ kind, tokenType, defaults: { schedule, calendar } }: PlanHead): ListUnits => ({
  inBch: tokenType === 'BCH',
  offset: kind === 'recurring' || schedule === 'INSTALLMENTS' ? (calendar?.utcOffset ?? 0) : undefined,
});

const rowsOf = ({ csv, streams = [] }: CreatePlanInput, head: PlanHead): CsvRows =>
  csv === undefined
    ? { rows: streams.map((row) => ({ line: undefined, row })), ignoredColumns: [] }
    : readRowsCsv(csv, MAX_PLAN_STREAMS, unitsOfList(head));

/**
 * Reads a client's request for a plan, with a fresh nonce.
 *
 * @throws ServiceError INVALID_RECIPIENTS, PLAN_TOO_LARGE, INVALID_AMOUNT, INVALID_REQUEST, INVALID_ADDRESS, CALLER_REQUIRED,
 * FORBIDDEN, WRONG_STATE
 */
export const planPlan = async (
  context: Pick<PlanContext, 'vaults' | 'network' | 'now'>,
  input: CreatePlanInput,
  caller: Caller | undefined,
): Promise<PlannedPlan> => {
  const { network } = context;
  const head = parsePlanHead(input, context.now(), network);
  const by = await newSender(context, input, caller);
  const layout = newLayout(head, by, network);
  const { rows, ignoredColumns } = rowsOf(input, head);
  const listed = await readRows(rows, head, layout, network);
  return { head, by, layout, listed, parts: layout.cut(listed, by.vaultId !== null), ignoredColumns };
};

/** Returns the stored form of a plan itself. */
export const newPlanOf = (
  { head, by: { sender, vaultId }, layout }: PlannedPlan,
  description: string | null,
): NewPlan => ({
  product: head.product,
  sender: sender.address,
  senderHash: sender.hashHex,
  tokenCategory: head.tokenCategory,
  ...layout.columns,
  vaultId,
  description,
});

/** Returns the stored form of a plan's list. */
export const newListOf = ({ head, parts }: Pick<PlannedPlan, 'head' | 'parts'>): NewPlanList => ({
  defaults: head.defaults,
  parts: parts.map(({ announcement, streams }) => ({ announcement, recipients: streams.map(recipientOf) })),
});
