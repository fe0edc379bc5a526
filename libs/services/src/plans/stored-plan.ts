import { binToHex, hexToBin } from '@bitauth/libauth';
import { paydayTime } from '@weir/calendar';
import {
  type CalendarFrame,
  calendarPartOf,
  type CalendarProduct,
  calendarRow,
  lockBytecodes,
  type LockDraft,
  type Network,
  partyOfKey,
  type PlanFrame,
  planKindOf,
  type PlanPart,
  type PlanProduct,
  planPartOf,
  planRow,
  type StreamDraft,
} from '@weir/covenants';
import type { NewPlanRecipient, NewStream, PlanRecipientRecord, PlanRecord } from '@weir/infra';
import { MAX_TIME } from '@weir/vesting';
import { type FundedPart, partByCalendar, partInSeconds } from '../shared/funded-part.js';
import { periodAfter } from '../shared/paydays.js';
import { ServiceError } from '../shared/service-error.js';
import { datedDraftOf } from '../streams/create/calendar-of-one.js';
import { draftOf as streamDraftOf } from '../streams/create/plan-of-one.js';
import { lockAsset, lockDelay } from '../streams/terms/lock-terms.js';
import type { ListedStream, ListLayout } from './layout/list-layout.js';
import { lockLayout, type LockListTerms, orderOf } from './layout/lock-layout.js';
import { calendarLayout, planLayout } from './layout/plan-layout.js';
import { noRecipients, type PlanContext } from './load-plan.js';
import { assertRowsRenew } from './old-rows.js';
import { calendarProductOf, type PlanDefaults, type PlanHead } from './terms/plan-defaults.js';

/** Checks that no party of a part is an address of the plan itself. @throws ServiceError INVALID_RECIPIENTS */
export const assertOwnParties = (part: FundedPart): void => {
  const [fault] = part.ownParties();
  if (fault === undefined) return;
  const reason = 'the recipient is an address of the plan itself, where nobody could spend the money';
  throw new ServiceError('INVALID_RECIPIENTS', reason, {
    errorCount: 1,
    errors: [
      {
        row: fault.row === undefined ? null : fault.row + 1,
        line: null,
        field: 'recipient',
        code: fault.problem,
        reason,
      },
    ],
  });
};

/** Returns the terms of a stored plan that its rows share. They were written from these very types. */
export const defaultsOf = ({ planId, defaults }: PlanRecord): PlanDefaults => {
  if (defaults === null) throw new Error(`${planId} has no list of recipients`);
  return defaults as PlanDefaults;
};

/** Whether a plan opens streams or payments by one contract with all its terms; else locks. */
export const isPlanProduct = (product: PlanRecord['product']): product is PlanProduct => !product.startsWith('LOCK');

/** Returns what the announcements of a stored plan share that does not belong to locks. */
const frameOf = ({
  senderHash,
  nonce,
  paymentFee: fee,
  reserveFloor: floor,
  moveDelay: delay,
}: PlanRecord): Omit<CalendarFrame, 'product'> => {
  if (nonce === null || fee === null || floor === null) throw new Error('List of locks has no common terms');
  return { sender: partyOfKey(senderHash), nonce: hexToBin(nonce), fee, floor, delay };
};

const planFrameOf = (plan: PlanRecord): PlanFrame => {
  const { product, cancelFills } = plan;
  if (!isPlanProduct(product) || cancelFills === null) throw new Error(`${plan.planId} is not a plan in seconds`);
  return { ...frameOf(plan), product, cancelFills: BigInt(cancelFills) };
};

/** Returns the product of the contracts of a stored plan by the calendar; undefined of others. */
export const calendarProductOfPlan = (plan: PlanRecord): CalendarProduct | undefined =>
  isPlanProduct(plan.product) ? calendarProductOf(plan.product, defaultsOf(plan)) : undefined;

/** Returns the part of a stored plan that a new row is checked against. */
export const headOf = (plan: PlanRecord): PlanHead => ({
  kind: kindOf(plan.product),
  product: plan.product,
  tokenType: plan.tokenType,
  tokenCategory: plan.tokenCategory,
  paymentFee: plan.paymentFee ?? 0n,
  reserveFloor: plan.reserveFloor ?? 0n,
  cancelFills: plan.cancelFills ?? 0,
  moveDelay: plan.moveDelay,
  defaults: defaultsOf(plan),
});

const kindOf = (product: PlanRecord['product']): PlanHead['kind'] => {
  if (!isPlanProduct(product)) return 'lock';
  return planKindOf(product) === 'VESTING' ? 'vesting' : 'recurring';
};

const lockTermsOf = (plan: PlanRecord): LockListTerms => ({
  tokenCategory: plan.tokenCategory,
  sender: partyOfKey(plan.senderHash),
  payments: defaultsOf(plan).payments ?? null,
  delay: plan.moveDelay,
});

/** Returns the layout of a stored plan's list. */
export const layoutOf = (plan: PlanRecord, network: Network): ListLayout => {
  if (!isPlanProduct(plan.product)) return lockLayout(lockTermsOf(plan));
  const product = calendarProductOfPlan(plan);
  return product === undefined
    ? planLayout(planFrameOf(plan), network)
    : calendarLayout({ ...frameOf(plan), product }, network);
};

/** Returns the locks that stored rows make: what their funding is built from and verified against. */
export const locksOfRows = (plan: PlanRecord, rows: readonly PlanRecipientRecord[]): LockDraft => {
  const { tokenCategory, sender, payments, delay } = lockTermsOf(plan);
  const defaults = defaultsOf(plan);
  const locks = rows.map((row) => orderOf({ draft: draftOf(row, defaults) }, payments));
  return { asset: lockAsset(tokenCategory), sender, ...lockDelay(delay), locks };
};

/** The columns in which vesting streams and salaries differ. */
type ScheduleColumns = Pick<
  NewStream,
  | 'product'
  | 'streamType'
  | 'startTime'
  | 'endTime'
  | 'cliffTimestamp'
  | 'intervalSeconds'
  | 'calendar'
  | 'grant'
  | 'trancheList'
  | 'recurring'
  | 'payment'
>;

/** Returns the schedule of a row of a list as a stream or payment has it. */
export const scheduleColumns = (
  { schedule }: PlanRecipientRecord,
  { pausable, calendar }: Pick<PlanDefaults, 'pausable' | 'calendar'>,
): ScheduleColumns => {
  if (schedule.kind !== 'RECURRING') {
    const { kind, start, end, cliffSeconds } = schedule;
    const shared = {
      product: 'stream',
      startTime: start,
      endTime: end,
      cliffTimestamp: cliffSeconds === 0 ? null : start + cliffSeconds,
      calendar: null,
      recurring: null,
      payment: null,
    } as const;
    if (kind === 'VESTING') {
      const { stepSeconds } = schedule;
      const isStep = stepSeconds > 1;
      return { ...shared, streamType: isStep ? 'STEP' : 'LINEAR', intervalSeconds: isStep ? stepSeconds : null };
    }
    const dated = { ...shared, streamType: 'STEP', intervalSeconds: null } as const;
    return kind === 'GRANT'
      ? { ...dated, calendar: schedule.calendar, grant: schedule.grant }
      : { ...dated, trancheList: schedule.trancheList };
  }
  const { firstDue, intervalSeconds, interval, periods, amountPerPeriod, endDate } = schedule;
  return {
    product: 'payment',
    streamType: 'RECURRING',
    startTime: firstDue,
    // The end of the last period, capped at the last time there is.
    endTime: Math.min(periodAfter({ intervalSeconds, calendar }, firstDue, periods), Number(MAX_TIME)),
    cliffTimestamp: null,
    intervalSeconds,
    calendar,
    recurring: { firstDue, periods, amountPerPeriod, pausable },
    payment: { interval, endDate },
  };
};

/** The columns from which a row of a list is opened. */
const openingColumns = (row: PlanRecipientRecord, defaults: PlanDefaults) => ({
  ...scheduleColumns(row, defaults),
  totalAmount: row.principal,
  cancelable: defaults.cancelable,
  cancelNoticeBlocks: defaults.noticeBlocks,
});

const draftOf = (row: PlanRecipientRecord, defaults: PlanDefaults): StreamDraft =>
  streamDraftOf(openingColumns(row, defaults), partyOfKey(row.recipientHash));

/** Returns the stored form of a row. */
export const recipientOf = ({
  recipient,
  label,
  draft,
  dates,
  index,
  principal,
  interval,
  endDate,
}: ListedStream): NewPlanRecipient => {
  const common = {
    index,
    recipient: recipient.address,
    recipientHash: recipient.hashHex,
    label,
    principal,
  };
  if (dates !== null) return { ...common, schedule: dates };
  if (draft.kind === 'VESTING') {
    const { start, end, group } = draft;
    const seconds = { cliffSeconds: Number(group.cliff), stepSeconds: Number(group.step) };
    return { ...common, schedule: { kind: 'VESTING', start: Number(start), end: Number(end), ...seconds } };
  }
  if (interval === null || draft.kind === 'GRANT' || draft.kind === 'TRANCHES')
    throw new Error('A salary has no interval');
  const { periods, amount: amountPerPeriod } = draft;
  const [firstDue, intervalSeconds] =
    draft.kind === 'SALARY'
      ? [paydayTime(draft.group.paydays, draft.firstPayday), null]
      : [draft.firstDue, Number(draft.group.interval)];
  const salary = { firstDue: Number(firstDue), intervalSeconds, interval, periods, amountPerPeriod, endDate };
  return { ...common, schedule: { kind: 'RECURRING', ...salary } };
};

/** Returns the streams of rows. @param plan plans one, or says what is wrong with it */
const plannedOf = <Planned extends object>(
  { planId }: PlanRecord,
  rows: readonly PlanRecipientRecord[],
  planned: (row: PlanRecipientRecord) => Planned | string,
): readonly Planned[] =>
  rows.map((row) => {
    const stream = planned(row);
    if (typeof stream === 'string')
      throw new Error(`Row ${row.index} of ${planId} does not decode as a stream: ${stream}`);
    return stream;
  });

/** Returns the part that stored rows of a plan in seconds make. */
export const planPartOfRows = (plan: PlanRecord, rows: readonly PlanRecipientRecord[], network: Network): PlanPart => {
  const [frame, defaults] = [planFrameOf(plan), defaultsOf(plan)];
  const streams = plannedOf(plan, rows, (row) => planRow(frame, draftOf(row, defaults), row.index, network));
  return planPartOf(frame, streams, network);
};

/** Returns the part that stored rows make: what its funding is built from and verified against. */
export const partOfRows = (plan: PlanRecord, rows: readonly PlanRecipientRecord[], network: Network): FundedPart => {
  const [defaults, product] = [defaultsOf(plan), calendarProductOfPlan(plan)];
  if (product !== undefined) {
    const frame = { ...frameOf(plan), product };
    const dated = plannedOf(plan, rows, (row) => {
      const draft = datedDraftOf(openingColumns(row, defaults), partyOfKey(row.recipientHash));
      return draft === undefined ? 'it has no dates' : calendarRow(frame, draft, row.index, network);
    });
    return partByCalendar(calendarPartOf(frame, dated), plan.tokenCategory, network);
  }
  return partInSeconds(planPartOfRows(plan, rows, network), plan.tokenCategory, network);
};

/**
 * Returns the part that the next funding of a plan opens; undefined where all of it is open. `keep` freezes the list, since
 * that funding is about to be signed, and gives false where the list was replaced meanwhile.
 *
 * @throws ServiceError WRONG_STATE, INVALID_RECIPIENTS where the list can be opened by nothing
 */
export const nextPart = async (context: PlanContext, planId: string) => {
  const { plans, network } = context;
  const found = await plans.nextPart(planId);
  if (found?.fundings.length === 0) throw noRecipients(found.plan);
  if (found?.next === undefined) return undefined;
  const { funding, recipients } = found.next;
  if (!isPlanProduct(found.plan.product))
    return { locks: locksOfRows(found.plan, recipients), keep: () => plans.keep(funding) };
  await assertRowsRenew(context, planId, funding, recipients);
  const part = partOfRows(found.plan, recipients, network);
  assertOwnParties(part);
  return { part, keep: () => plans.keep(funding) };
};

/**
 * Lists the locking bytecodes, hex, at whose histories the fundings of a plan are found: each part has a stream at one
 * of them.
 */
export const addressesOfPlan = async ({ plans, network }: PlanContext, plan: PlanRecord) => {
  const scripts = new Set<string>();
  for (const { id } of await plans.fundingsOf(plan.id)) {
    const rows = await plans.recipientsOfFunding(id);
    const [bytecode] = isPlanProduct(plan.product)
      ? partOfRows(plan, rows, network).contracts.map(({ lockingBytecode }) => lockingBytecode)
      : lockBytecodes(locksOfRows(plan, rows.slice(0, 1)));
    if (bytecode !== undefined) scripts.add(binToHex(bytecode));
  }
  return [...scripts];
};
