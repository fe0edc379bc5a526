import type { CreatePlanInput, PlanRowInput, RenewPlanInput } from '@weir/api-contract/words';
import { type IdempotentResponse, type PlanRecord, responseAs } from '@weir/infra';
import { moveTermsOf } from '../../shared/parse-move-delay.js';
import { addressesOf, type Caller } from '../../shared/parties.js';
import { calendarTerms } from '../../shared/paydays.js';
import { assertFirstRenewal } from '../../shared/renewals/first-renewal.js';
import {
  amountText,
  type NotRenewable,
  periodTerms,
  NOT_FUNDED,
  renewalStart,
} from '../../shared/renewals/renewal-terms.js';
import type { Origin } from '../../shared/retention.js';
import { ServiceError } from '../../shared/service-error.js';
import { createPlan } from '../create/create-plan.js';
import { loadAsSender, type PlanContext } from '../load-plan.js';
import { lastPaidOf, type OldRow, rowsOf } from '../old-rows.js';
import { headOf } from '../stored-plan.js';

const LEFT_OUT: NotRenewable = { code: 'LEFT_OUT', reason: 'As asked' };

/** Returns the row that continues another one, or why it cannot be continued. */
const renewedRow = (
  { row: { schedule, label }, stream }: OldRow,
  lastPaid: number,
  change: NonNullable<RenewPlanInput['streams']>[number] | undefined,
  periods: number | undefined,
): PlanRowInput | NotRenewable => {
  if (change?.leave === true) return LEFT_OUT;
  if (stream === undefined || schedule.kind !== 'RECURRING') return NOT_FUNDED;
  const start = renewalStart(stream, lastPaid);
  if (typeof start !== 'number') return start;
  return {
    // They may have moved to another address since.
    recipient: stream.recipient,
    amount: change?.amount ?? amountText(stream, schedule.amountPerPeriod),
    ...(schedule.interval !== 'CALENDAR' && { interval: schedule.interval }),
    label: label ?? undefined,
    ...periodTerms(start, periods ?? schedule.periods, stream),
  };
};

/** The terms of the whole plan. */
const headInput = (plan: PlanRecord): Omit<CreatePlanInput, 'streams'> => {
  const { kind, tokenType, tokenCategory, cancelFills, moveDelay, defaults } = headOf(plan);
  return {
    product: kind,
    ...(plan.vaultId === null ? { sender: plan.sender } : { vaultId: plan.vaultId }),
    tokenType,
    tokenCategory: tokenCategory ?? undefined,
    description: plan.description ?? undefined,
    cancelable: defaults.cancelable,
    pausable: defaults.pausable,
    cancelNoticeBlocks: defaults.noticeBlocks,
    ...(defaults.calendar === null ? { cancelFills } : { calendar: calendarTerms(defaults.calendar) }),
    ...moveTermsOf(moveDelay),
  };
};

const unknownStreams = ({ streams = [] }: RenewPlanInput, rows: readonly OldRow[]): void => {
  const known = new Set(rows.map(({ row }) => row.streamId));
  const strange = streams.find(({ streamId }) => !known.has(streamId.toLowerCase()));
  if (strange === undefined) return;
  throw new ServiceError('INVALID_REQUEST', 'streams names a stream that is not of this plan', {
    field: 'streams',
    given: strange.streamId,
  });
};

type Renewed = Awaited<ReturnType<typeof createPlan>> & {
  readonly leftOut: readonly ({ readonly id: string; readonly recipient: string } & NotRenewable)[];
};

/**
 * Stores a plan of salaries that continues another one: the same people, labels and intervals, each from an interval after their own
 * last period, and the same amounts unless the input names others. Paused, cancelled and unfunded salaries, and those that
 * moved to where no address is, are left out and listed.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, INVALID_REQUEST, INVALID_RECIPIENTS, PLAN_TOO_LARGE, QUOTA_EXCEEDED
 */
export const renewPlan = async (
  context: PlanContext,
  id: string,
  input: RenewPlanInput,
  caller: Caller,
  origin?: Origin,
  kept?: IdempotentResponse<Renewed>,
): Promise<Renewed> => {
  const plan = await loadAsSender(context, id, caller);
  if (headOf(plan).kind !== 'recurring')
    throw new ServiceError('WRONG_STATE', 'Only plans of salaries can be renewed: vesting has a fixed end', {
      product: plan.product,
    });
  await assertFirstRenewal(context, id);
  const rows = await rowsOf(context, id);
  unknownStreams(input, rows);
  const changes = new Map((input.streams ?? []).map((change) => [change.streamId.toLowerCase(), change]));
  const paid = await lastPaidOf(context, rows);
  const renewed = rows.map((old) => {
    const { streamId, recipient } = old.row;
    return {
      streamId,
      recipient,
      next: renewedRow(old, paid.get(streamId) ?? 0, changes.get(streamId), input.periods),
    };
  });
  const streams = renewed.flatMap(({ next }) => ('code' in next ? [] : [next]));
  const leftOut = renewed.flatMap(({ streamId, recipient, next }) =>
    'code' in next ? [{ id: streamId, recipient, ...next }] : [],
  );
  if (streams.length === 0)
    throw new ServiceError('WRONG_STATE', 'Nobody of this plan can be renewed', {
      status: plan.status,
      leftOut: leftOut.slice(0, 100),
    });
  const renewedOf = (listed: Awaited<ReturnType<typeof createPlan>>): Renewed => ({ ...listed, leftOut });
  const answer = responseAs(kept, renewedOf);
  return renewedOf(await createPlan(context, { ...headInput(plan), streams }, addressesOf(caller), origin, answer, id));
};
