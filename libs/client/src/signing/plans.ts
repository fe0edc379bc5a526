import { Difference, salarySchedule, type AskedEffect } from '@weir/verify';
import { addressOf } from '../connection/connection.js';
import type { Answered } from '../shared/amounts.js';
import { allRows } from '../shared/pages.js';
import type { Requested } from '../shared/requested-terms.js';
import { assertPlan, datesOfRow } from './expected-plans.js';
import { secondsOf, storedGrant, storedTranches } from './expected-records.js';
import { assertPaidOnce, type PaidRows } from './paid-rows.js';
import {
  assertOwn,
  moveOf,
  rightsOf,
  vestingOf,
  withReserve,
  withRequestedReserve,
  type AskedLock,
  type ScheduledStream,
} from './records.js';
import type { Expectation, Purpose, Scene } from './scene.js';

/** A plan with all of its streams. */
interface ReadPlan {
  readonly plan: Answered<'Plan'>;
  readonly rows: readonly Answered<'PlanStream'>[];
  /** Whether all of its terms were requested here. */
  readonly isRequested: boolean;
}

const PAGE = 200;

/** Returns the rows of a plan with the recipients that their fundings name: afterwards some may have moved. */
const asFunded = async (
  { reads }: Scene,
  rows: readonly Answered<'PlanStream'>[],
): Promise<readonly Answered<'PlanStream'>[]> => {
  const funded: Answered<'PlanStream'>[] = [];
  for (const row of rows) {
    const { funding_tx_hash: txHash } = row;
    const streams = txHash === null ? [] : (await reads.streams(txHash)).streams;
    funded.push({ ...row, recipient: streams.find(({ index }) => index === row.row)?.recipient ?? row.recipient });
  }
  return funded;
};

/**
 * Compares the rows of a plan with the requested ones, by the recipients that their fundings name where these are not the present ones.
 *
 * @returns whether all of it was requested
 * @throws Difference
 */
const assertRows = async (
  scene: Scene,
  own: Requested,
  plan: Answered<'Plan'>,
  rows: readonly Answered<'PlanStream'>[],
): Promise<boolean> => {
  try {
    return assertPlan(own, plan, rows, scene.network);
  } catch (error) {
    if (!(error instanceof Difference) || plan.product === 'lock') throw error;
    return assertPlan(own, plan, await asFunded(scene, rows), scene.network);
  }
};

/** Reads a plan as its member, whose list must be the requested one where that is known. @throws Difference */
const readPlan = async (scene: Scene, id: string): Promise<ReadPlan> => {
  const {
    connection: { api, ask, requested },
    wallet,
  } = scene;
  const as = { wallet, address: await addressOf(wallet) };
  const { plan: first } = await ask((sent) => api.GET('/api/plans/{id}', { ...sent, params: { path: { id } } }), as);
  const sender = { wallet, address: await addressOf(wallet, first.sender) };
  let plan = first;
  const rows: Answered<'PlanStream'>[] = [];
  const page = async (cursor: string | undefined) => {
    const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const answer = await ask(
      (sent) => api.GET('/api/plans/{id}/streams', { ...sent, params: { path: { id }, query } }),
      sender,
    );
    ({ plan } = answer);
    return answer;
  };
  for await (const row of allRows(page, ({ streams }) => streams)) rows.push(row);
  const own = requested.get(id);
  const isRequested = own !== undefined && (await assertRows(scene, own, plan, rows));
  return { plan, rows, isRequested };
};

const salaryOf = (
  { calendar }: Answered<'Plan'>,
  { start: from, interval }: Answered<'PlanStream'>,
  periods: number,
  amountPerPeriod: bigint,
): ScheduledStream['schedule'] =>
  calendar === null
    ? { kind: 'RECURRING', amountPerPeriod, periods, firstDue: BigInt(from), interval: BigInt(secondsOf(interval)) }
    : salarySchedule({ calendar, amountPerPeriod, from, periods });

const vestingOfRow = (plan: Answered<'Plan'>, row: Answered<'PlanStream'>): ScheduledStream['schedule'] => {
  const dates = datesOfRow(row, plan.token_category);
  const tranches = storedTranches(dates);
  if (tranches !== undefined) return { kind: 'TRANCHES', tranches };
  return storedGrant(dates) ?? vestingOf(row.start, row.end ?? row.start, row.cliff, row.step);
};

const streamOf = (plan: Answered<'Plan'>, row: Answered<'PlanStream'>): ScheduledStream => ({
  index: row.row,
  recipient: row.recipient,
  total: row.amount_base,
  schedule:
    row.periods === null || row.amount_per_period_base === null
      ? vestingOfRow(plan, row)
      : salaryOf(plan, row, row.periods, row.amount_per_period_base),
  ...rightsOf(plan.cancelable, plan.product === 'recurring' && plan.pausable, plan.cancel_notice_blocks),
});

const assetOf = ({ token_category: category }: Answered<'Plan'>): string | undefined => category ?? undefined;

/** Puts the rows of one recipient together, behind the first of them, as a funding of locks does: one note shows them all. */
const byRecipient = (rows: readonly Answered<'PlanStream'>[]): readonly Answered<'PlanStream'>[] => {
  const groups = new Map<string, Answered<'PlanStream'>[]>();
  for (const row of rows) groups.set(row.recipient, [...(groups.get(row.recipient) ?? []), row]);
  return [...groups.values()].flat();
};

const locksOf = (
  rows: readonly Answered<'PlanStream'>[],
  { token_category: asset, move_delay_blocks: moveDelay }: Answered<'Plan'>,
  requested: Requested | undefined,
): readonly AskedLock[] =>
  byRecipient(rows).map(({ recipient, amount_base: total, start, end, cliff, step }) => {
    const lock = { recipient, total, schedule: vestingOf(start, end ?? start, cliff, step) };
    return withRequestedReserve(lock, asset, requested, moveDelay);
  });

/** Asks for the funding of a plan's next part, for any sender. */
export const partOpening = async (
  scene: Scene,
  id: string,
  paid?: PaidRows,
): Promise<{ readonly effect: AskedEffect; readonly sender: string; readonly isRequested: boolean }> => {
  const { plan, rows, isRequested } = await readPlan(scene, id);
  const part = rows.filter((row) => row.part === plan.parts_funded + 1);
  if (paid !== undefined) assertPaidOnce(rows, part, paid);
  const { sender } = plan;
  const asset = assetOf(plan);
  const effect: AskedEffect =
    plan.product === 'lock'
      ? {
          kind: 'OPENS_LOCKS',
          sender,
          asset,
          moveDelay: plan.move_delay_blocks,
          locks: locksOf(part, plan, scene.connection.requested.get(id)),
        }
      : {
          kind: 'OPENS_STREAMS',
          sender,
          asset,
          cancelFills: plan.cancel_fills,
          moveDelay: plan.move_delay_blocks,
          streams: part.map((row) => withReserve(streamOf(plan, row), asset, false)),
        };
  return { effect, sender, isRequested };
};

/** Asks for the funding of a plan's next part by its sender. */
export const planPartOpening = async (scene: Scene, { id, paidRows }: Purpose): Promise<Expectation> => {
  const { effect, sender, isRequested } = await partOpening(scene, id, paidRows);
  assertOwn(scene.addresses, sender);
  return { effects: [effect], isRequested };
};

/** What the service answers to the move of a selection. */
const movedIn = (built: unknown): readonly string[] => {
  const { streams } = Object(built) as { readonly streams?: readonly { readonly id: string }[] };
  return (streams ?? []).map(({ id }) => id);
};

/**
 * Asks for a move of those streams of a selection that the service did not leave out.
 *
 * @throws Difference where it moves any other
 */
export const planMoves = async (
  scene: Scene,
  { id, streamIds = [] }: Purpose,
  move: 'PAY' | 'CANCEL' | 'PAUSE' | 'RESUME',
  built: unknown,
): Promise<Expectation> => {
  const { plan, rows } = await readPlan(scene, id);
  const known = new Map(rows.map((row) => [row.id, row]));
  const effects: AskedEffect[] = [];
  for (const moved of movedIn(built)) {
    const row = known.get(moved);
    if (row === undefined || !streamIds.includes(moved))
      throw new Difference('OTHER_TERMS', `It would move ${moved}, which is not among the streams that you chose`);
    const named = {
      name: moved,
      sender: plan.sender,
      asset: assetOf(plan),
      stream: streamOf(plan, row),
      fundingTxHash: row.funding_tx_hash,
      requestedRecipient: undefined,
      index: () => row.row,
    };
    effects.push(await moveOf(scene, named, move));
  }
  return { effects, isRequested: true };
};
