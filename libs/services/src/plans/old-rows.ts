import { type PlanFundingRecord, type PlanRecipientRecord, renewedByFirst, type StreamRecord } from '@weir/infra';
import { assertFirstRenewal } from '../shared/renewals/first-renewal.js';
import { endOfPeriods } from '../shared/renewals/renewal-terms.js';
import { ServiceError } from '../shared/service-error.js';
import type { PlanContext } from './load-plan.js';

/** Rows that are read at a time. */
const PAGE = 1_000;

/** A row of the plan that is renewed, with its stream where it is funded. */
export interface OldRow {
  readonly row: PlanRecipientRecord;
  readonly stream: StreamRecord | undefined;
}

/** Reads all rows of a plan. */
export const rowsOf = async ({ plans }: Pick<PlanContext, 'plans'>, planId: string): Promise<readonly OldRow[]> => {
  const all: OldRow[] = [];
  for (let after = 0; ;) {
    const rows = await plans.recipientsOf(planId, { after, limit: PAGE });
    const streams = await plans.membersById(
      planId,
      rows.map(({ streamId }) => streamId),
    );
    const byId = new Map(streams.map((stream) => [stream.id, stream]));
    all.push(...rows.map((row) => ({ row, stream: byId.get(row.streamId) })));
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return all;
    after = last.index;
  }
};

/** Reads how many periods the last payments of the rows that are paid in full paid, by the ids of their streams. */
export const lastPaidOf = ({ streams }: Pick<PlanContext, 'streams'>, rows: readonly OldRow[]) =>
  streams.lastPeriodsOf(rows.flatMap(({ stream }) => (stream?.status === 'COMPLETED' ? [stream.id] : [])));

/**
 * Checks before a part of a plan is funded that, where the plan is a renewal, it is the first to be funded, and its rows still go on
 * where those of the same recipients end: a pause moves that end, and periods would fall due twice, or not at all.
 *
 * @param id the plan's
 * @param rows of the part
 * @throws ServiceError WRONG_STATE
 */
export const assertRowsRenew = async (
  context: Pick<PlanContext, 'plans' | 'streams'>,
  id: string,
  funding: Pick<PlanFundingRecord, 'part' | 'renews'>,
  rows: readonly PlanRecipientRecord[],
): Promise<void> => {
  const { renews } = funding;
  if (renews === null) return;
  await assertFirstRenewal(context, renewedByFirst(funding), id);
  const old = await rowsOf(context, renews);
  const paid = await lastPaidOf(context, old);
  /** Of each recipient; what is paused ends nowhere. */
  const ends = new Map<string, Set<number>>();
  for (const { stream } of old) {
    if (stream === undefined || stream.status === 'CANCELLED') continue;
    const end = endOfPeriods(stream, paid.get(stream.id) ?? 0);
    const known = ends.get(stream.recipientHash) ?? new Set();
    ends.set(stream.recipientHash, known.add(typeof end === 'number' ? end : Infinity));
  }
  const moved = rows.find(({ recipientHash, schedule }) => {
    const known = ends.get(recipientHash);
    return known !== undefined && schedule.kind === 'RECURRING' && !known.has(schedule.firstDue);
  });
  if (moved === undefined) return;
  throw new ServiceError(
    'WRONG_STATE',
    'The plan that this one renews has changed: one of its payments was paused or resumed. Renew that plan again',
    { renews, recipient: moved.recipient },
  );
};
