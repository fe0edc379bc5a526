import type { PaymentInterval, PlanKind } from '@weir/api-contract/words';
import {
  type CalendarDraft,
  type CalendarProduct,
  defaultCalendarFees,
  defaultPlanFees,
  type Network,
  type PlanProduct,
  type StreamDraft,
} from '@weir/covenants';
import type { PlanRecord, RecipientScheduleRecord } from '@weir/infra';
import {
  type Allocation,
  DEFAULT_CANCEL_FILLS,
  MAX_CANCEL_FILLS,
  type PaymentPeriod,
  planDefaults,
  isDated,
  planRights,
  planSchedule,
  type PlanSchedule,
  rowTimes,
} from '@weir/kinds';
import { intervalAndCalendar, parsePaydays } from '../../payments/parse-calendar.js';
import { parseAsset, type ParsedAsset } from '../../shared/parse-asset.js';
import { parseLocalTime } from '../../shared/parse-local-time.js';
import { parseLockDelay, parseMoveDelay } from '../../shared/parse-move-delay.js';
import { parseNotice, parseStops } from '../../shared/parse-notice.js';
import { invalidTime, parseReachable, parseTime } from '../../shared/parse-time.js';
import type { StandardParty } from '../../shared/parties.js';
import { calendarColumns, type StoredCalendar } from '../../shared/paydays.js';
import { ServiceError } from '../../shared/service-error.js';
import type { CreatePlanInput, PlanRowInput, ShapeInput } from '../plans.types.js';

/** The times of a row, defaults of the plan filled in. */
export interface RowTimes {
  readonly start: bigint;
  readonly end: bigint;
}

/** Reads the times of a row. @throws ServiceError INVALID_TIME */
export const parseRowTimes = (row: PlanRowInput, { defaults }: PlanHead): RowTimes => {
  const times = rowTimes(row, defaults);
  const start = parseTime(times.start, 'start');
  const end = parseReachable(times.end, 'end');
  if (end <= start) throw invalidTime('end', 'must be after start', Number(end));
  return { start, end };
};

/** How a row vests that has days of the month, or dates of its own, as it is stored. */
export type DatedSchedule = Extract<RecipientScheduleRecord, { readonly kind: 'GRANT' | 'TRANCHES' }>;

export interface RowStream {
  readonly recipient: StandardParty;
  readonly label: string | null;
  readonly draft: StreamDraft | CalendarDraft;
  /** Of grants by the calendar; null of others. */
  readonly dates: DatedSchedule | null;
  /** Of salaries; null of what vests. */
  readonly interval: PaymentPeriod | null;
  /** When salaries were asked to end, Unix seconds; null where they were not. */
  readonly endDate: number | null;
}

/** The terms that all rows of a plan share, and those that a row has where it leaves them out. Stored with the plan. */
export interface PlanDefaults {
  readonly start: number;
  readonly end: number | null;
  readonly cliff: number | null;
  readonly step: number | null;
  readonly interval: PaymentInterval | null;
  /** Of grants: how all of them vest; null of salaries and locks. */
  readonly schedule: PlanSchedule | null;
  /** Of salaries by the calendar: the days on which all of them are paid. Of grants: those of rows that have none of their own. */
  readonly calendar: StoredCalendar | null;
  /** Of grants by installments, like the next two. */
  readonly installments: number | null;
  readonly cliffInstallment: number | null;
  readonly allocation: Allocation | null;
  readonly shape: ShapeInput | null;
  readonly cancelable: boolean;
  readonly pausable: boolean;
  readonly noticeBlocks: number;
  /** Of locks of tokens: how many payments are to need nobody's coin; null for the default. */
  readonly payments?: number | null;
}

/** A plan's own terms, defaults filled in. */
export interface PlanHead extends ParsedAsset {
  readonly kind: PlanKind;
  readonly product: PlanRecord['product'];
  /** Satoshis, like the next. All three are 0 of locks, the last also by the calendar. */
  readonly paymentFee: bigint;
  readonly reserveFloor: bigint;
  readonly cancelFills: number;
  /** Blocks between the announcement of another address and the move to it; 0 where recipients cannot move. */
  readonly moveDelay: number;
  readonly defaults: PlanDefaults;
}

const FAMILIES = { vesting: 'VESTING', recurring: 'RECURRING', lock: 'LOCK' } as const;

const assetOf = ({ tokenType }: ParsedAsset) => (tokenType === 'BCH' ? 'BCH' : 'TOKEN');

const parseFills = (given: number): number => {
  if (Number.isInteger(given) && given >= 1 && given <= MAX_CANCEL_FILLS) return given;
  throw new ServiceError(
    'INVALID_REQUEST',
    `cancelFills must be from 1 to ${MAX_CANCEL_FILLS}, the number of payments that the reserve covers after a cancel. Omit it for ${DEFAULT_CANCEL_FILLS}`,
    { field: 'cancelFills', given, most: MAX_CANCEL_FILLS },
  );
};

const INSTALLMENTS = ['installments', 'cliffInstallment', 'allocation'] as const;

/** The fields that a plan of each kind has no use for. */
const FOREIGN = {
  vesting: ['interval', 'pausable', 'keylessPayments'],
  recurring: ['schedule', ...INSTALLMENTS, 'cliff', 'step', 'shape', 'keylessPayments'],
  lock: [
    'schedule',
    ...INSTALLMENTS,
    'interval',
    'calendar',
    'pausable',
    'cancelable',
    'cancelNoticeBlocks',
    'cancelFills',
  ],
} as const satisfies Readonly<Record<PlanKind, readonly (keyof CreatePlanInput)[]>>;

const SECONDS = ['end', 'cliff', 'step', 'shape'] as const;

/** The fields of grants that vest on dates of the calendar, and of no other rows. */
export const OF_DATED_GRANTS = ['calendar', ...INSTALLMENTS, 'releasedAmount', 'tranches'] as const;

/** The fields that grants of each schedule have no use for, in the plan or a row. */
const OF_OTHERS = {
  SECONDS: OF_DATED_GRANTS,
  INSTALLMENTS: [...SECONDS, 'tranches'],
  TRANCHES: [...SECONDS, 'start', 'calendar', ...INSTALLMENTS, 'releasedAmount'],
} as const satisfies Readonly<Record<PlanSchedule, readonly (keyof PlanRowInput)[]>>;

/** Refuses fields of grants that vest otherwise. @throws ServiceError INVALID_REQUEST */
export const refuseOtherSchedules = (given: Partial<PlanRowInput>, schedule: PlanSchedule): void => {
  const field = OF_OTHERS[schedule].find((each) => given[each] !== undefined);
  if (field === undefined) return;
  const others = Object.entries(OF_OTHERS).flatMap(([name, fields]) =>
    fields.some((each) => each === field) ? [] : [name],
  );
  throw new ServiceError(
    'INVALID_REQUEST',
    `${field} is not a field of grants whose schedule is ${schedule}, but of ${others.join(' or ')}`,
    { field, schedule },
  );
};

/** Refuses fields of the other kinds of plans, which would be ignored otherwise. */
const refuseForeign = (input: CreatePlanInput): void => {
  const field = FOREIGN[input.product].find((each) => input[each] !== undefined);
  if (field !== undefined)
    throw new ServiceError('INVALID_REQUEST', `${field} is not a field of a ${input.product} plan`, {
      field,
      product: input.product,
    });
  const schedule = planSchedule(input);
  const { start, end, cliff, step, shape, calendar, installments, cliffInstallment, allocation } = input;
  const shared = { start, end, cliff, step, shape, calendar, installments, cliffInstallment, allocation };
  if (schedule !== null) refuseOtherSchedules(shared, schedule);
};

const DATED_KINDS = { SECONDS: undefined, INSTALLMENTS: 'GRANT', TRANCHES: 'TRANCHES' } as const satisfies Readonly<
  Record<PlanSchedule, string | undefined>
>;

/** Returns the product of the contracts of a plan by the calendar; undefined of one by seconds, and of locks. */
export const calendarProductOf = (
  product: PlanRecord['product'],
  { schedule, calendar }: Pick<PlanDefaults, 'schedule' | 'calendar'>,
): CalendarProduct | undefined => {
  const salary = product.startsWith('RECURRING') && calendar !== null ? 'SALARY' : undefined;
  const kind = schedule === null ? salary : DATED_KINDS[schedule];
  return kind && `${kind}_${product.endsWith('BCH') ? 'BCH' : 'TOKEN'}`;
};

/** Reads days of the month on which grants vest that have none of their own. @throws ServiceError INVALID_REQUEST, INVALID_TIME */
const parseGrantDays = (calendar: NonNullable<CreatePlanInput['calendar']>, now: number): StoredCalendar => {
  const { months, day, secondDay } = calendar;
  if (secondDay !== undefined)
    throw new ServiceError('INVALID_REQUEST', 'calendar.secondDay is of salaries: a grant vests on one day', {
      field: 'calendar.secondDay',
    });
  const { time, utcOffset } = parseLocalTime(calendar, BigInt(now));
  return { months, day, secondDay: null, time: Number(time), utcOffset: Number(utcOffset) };
};

/** Reads the days of the month that the rows of a plan share. @throws ServiceError INVALID_REQUEST, INVALID_TIME */
const parsePlanCalendar = (input: CreatePlanInput, now: number): StoredCalendar | null => {
  const { product, calendar, interval, cancelFills } = input;
  if (isDated(input) && cancelFills !== undefined && cancelFills !== 0)
    throw new ServiceError(
      'INVALID_REQUEST',
      'cancelFills must be omitted or 0 in a plan by the calendar: a cancel reserves nothing for later payments',
      { field: 'cancelFills' },
    );
  if (calendar === undefined) return null;
  if (product === 'vesting') return parseGrantDays(calendar, now);
  if (interval !== undefined) throw intervalAndCalendar();
  return calendarColumns(parsePaydays(calendar, BigInt(now)));
};

/** The terms of a list of locks: nobody can stop one, so there is nothing to reserve for that. */
const lockHead = (
  asset: ParsedAsset,
  times: Omit<PlanDefaults, 'cancelable' | 'pausable' | 'noticeBlocks' | 'payments'>,
  { keylessPayments, ...moves }: CreatePlanInput,
  network: Network,
): PlanHead => {
  if (asset.tokenType === 'BCH' && keylessPayments !== undefined)
    throw new ServiceError('INVALID_REQUEST', 'keylessPayments is for tokens only: a lock of BCH pays for itself', {
      field: 'keylessPayments',
    });
  return {
    ...asset,
    kind: 'lock',
    product: `${FAMILIES.lock}_${assetOf(asset)}`,
    paymentFee: 0n,
    reserveFloor: 0n,
    cancelFills: 0,
    moveDelay: parseLockDelay(moves, network),
    defaults: { ...times, cancelable: false, pausable: false, noticeBlocks: 0, payments: keylessPayments ?? null },
  };
};

/**
 * Reads the terms that a plan's rows share and fills in the defaults: from now on, cancelable with a notice of 36 blocks (6 on
 * the devnet), salaries pausable with the same notice. Times are checked with each row, which may override them.
 *
 * @param now Unix seconds.
 * @throws ServiceError INVALID_REQUEST, SCHEDULE_UNSOUND
 */
export const parsePlanHead = (input: CreatePlanInput, now: number, network: Network): PlanHead => {
  refuseForeign(input);
  const asset = parseAsset(input);
  const times = {
    start: planDefaults(input, { now, network }).start,
    end: input.end ?? null,
    cliff: input.cliff ?? null,
    step: input.step ?? null,
    interval: input.interval ?? null,
    schedule: planSchedule(input),
    calendar: parsePlanCalendar(input, now),
    installments: input.installments ?? null,
    cliffInstallment: input.cliffInstallment ?? null,
    allocation: input.allocation ?? null,
    shape: input.shape ?? null,
  };
  if (input.product === 'lock') return lockHead(asset, times, input, network);
  const product: PlanProduct = `${FAMILIES[input.product]}_${assetOf(asset)}`;
  const dated = calendarProductOf(product, times);
  const { fee, floor } = dated === undefined ? defaultPlanFees(product) : defaultCalendarFees(dated);
  const rights = planRights(input, { network });
  return {
    ...asset,
    kind: input.product,
    product,
    paymentFee: fee,
    reserveFloor: floor,
    cancelFills: dated === undefined ? parseFills(rights.cancelFills) : 0,
    moveDelay: parseMoveDelay(input, network),
    defaults: {
      ...times,
      ...(input.product === 'recurring' ? parseStops(input) : { cancelable: rights.cancelable, pausable: false }),
      noticeBlocks: parseNotice(input.cancelNoticeBlocks, network),
    },
  };
};
