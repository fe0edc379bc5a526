import type { PlanLabel } from '@weir/infra';
import { viewTime } from '../../shared/chain-time.js';
import { limitOf, withCursor, type Page } from '../../shared/paging.js';
import { type Caller, callerHashes, type Viewer } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { assertCreatorOrSigner, seenBy } from '../../shared/vaults/vault-access.js';
import { loadSeen, noPlan, type PlanContext } from '../load-plan.js';
import type { ListLabelsQuery, ListPlansQuery } from '../plans.types.js';
import { ownPlanView, type PlanDetail, planDetail, storedRow } from './plan-view.js';

const FAMILIES = { vesting: 'VESTING', recurring: 'RECURRING', lock: 'LOCK' } as const;

/** The senders whose plans are listed: the caller's addresses, or a vault of theirs. */
const sendersOf = async ({ vaults, network }: PlanContext, { vaultId }: ListLabelsQuery, caller: Caller) => {
  if (vaultId === undefined) return callerHashes(caller, network);
  const seen = seenBy({ network }, await vaults.findById(vaultId), vaultId, caller);
  assertCreatorOrSigner(seen, 'list its plans');
  // A script is compared by its locking bytecode.
  return [seen.vault.lockingBytecode];
};

/**
 * Lists the caller's own plans, or those of a vault, newest first.
 *
 * @throws ServiceError INVALID_CURSOR, INVALID_ADDRESS, NOT_FOUND, FORBIDDEN
 */
export const listPlans = async (context: PlanContext, query: ListPlansQuery, caller: Caller) => {
  const senderHashes = await sendersOf(context, query, caller);
  const page = await withCursor(() =>
    context.plans.page({
      senderHashes,
      kind: query.product && FAMILIES[query.product],
      status: query.status,
      limit: limitOf(query),
      cursor: query.cursor,
    }),
  );
  return {
    plans: page.rows.map(({ plan, ...parts }) => ownPlanView(plan, parts)),
    total: page.total,
    nextCursor: page.nextCursor,
  };
};

/**
 * Lists what the caller, or a vault of theirs, called people in plans: the newest plan first. Labels are shown to nobody else.
 *
 * @throws ServiceError INVALID_CURSOR, INVALID_ADDRESS, NOT_FOUND, FORBIDDEN
 */
export const listLabels = async (
  context: PlanContext,
  query: ListLabelsQuery,
  caller: Caller,
): Promise<{ readonly labels: readonly PlanLabel[]; readonly nextCursor: string | null }> => {
  const senderHashes = await sendersOf(context, query, caller);
  const { rows, nextCursor } = await withCursor(() =>
    context.plans.labels({ senderHashes, limit: limitOf(query), cursor: query.cursor }),
  );
  return { labels: rows, nextCursor };
};

/**
 * Reads a plan as its sender or everybody else sees it.
 *
 * @throws ServiceError NOT_FOUND
 */
export const readDetail = async ({ plans }: PlanContext, id: string, isSender: boolean): Promise<PlanDetail> => {
  const overview = await plans.overview(id);
  if (overview === undefined) throw noPlan(id);
  return planDetail(overview, isSender);
};

/**
 * Returns a plan as its viewer may see it.
 *
 * @throws ServiceError NOT_FOUND, CALLER_REQUIRED, FORBIDDEN
 */
export const getPlan = async (context: PlanContext, id: string, viewer: Viewer | undefined): Promise<PlanDetail> => {
  const { isSender } = await loadSeen(context, id, viewer);
  return readDetail(context, id, isSender);
};

const INDEX = /^\d{1,5}$/;

/** @throws ServiceError INVALID_CURSOR */
const indexOf = (cursor: string | undefined): number => {
  if (cursor === undefined) return 0;
  if (INDEX.test(cursor)) return Number(cursor);
  throw new ServiceError('INVALID_CURSOR', 'cursor must be the nextCursor of an earlier page', { field: 'cursor' });
};

/**
 * Reads the streams of a plan by row; unfunded ones are shown to the sender only.
 *
 * @throws ServiceError NOT_FOUND, CALLER_REQUIRED, FORBIDDEN, INVALID_CURSOR
 */
export const planStreams = async (context: PlanContext, id: string, page: Page, viewer: Viewer | undefined) => {
  const { isSender } = await loadSeen(context, id, viewer);
  const limit = limitOf(page);
  const [found, asOf] = await Promise.all([
    context.plans.rows(id, { after: indexOf(page.cursor), limit: limit + 1, funded: !isSender }),
    viewTime(context),
  ]);
  if (found === undefined) throw noPlan(id);
  const shown = found.recipients.slice(0, limit);
  const { plan } = planDetail(found, isSender);
  const byId = new Map(found.members.map((stream) => [stream.id, stream]));
  const partOf = new Map(found.fundings.map((funding) => [funding.id, funding.part]));
  const last = shown.at(-1);
  return {
    plan,
    streams: shown.map((row) =>
      storedRow(row, byId.get(row.streamId), { part: partOf.get(row.fundingId) ?? 0, own: isSender, asOf }),
    ),
    total: plan.streams,
    nextCursor: last !== undefined && found.recipients.length > shown.length ? String(last.index) : null,
  };
};

/** How many dates a plan's paydays show in each list: a year of days. */
const PAYDAYS = 366;

/**
 * Reads what falls due of a plan of salaries or locks, and what was paid of it; a plan of grants has no paydays.
 *
 * @throws ServiceError NOT_FOUND, CALLER_REQUIRED, FORBIDDEN
 */
export const planPaydays = async (context: PlanContext, id: string, viewer: Viewer | undefined) => {
  const { plan } = await loadSeen(context, id, viewer);
  const [{ paydays, paid }, asOf] = await Promise.all([context.plans.paydays(id, PAYDAYS), viewTime(context)]);
  return { tokenType: plan.tokenType, tokenCategory: plan.tokenCategory, paydays, paid, asOf: Number(asOf) };
};
