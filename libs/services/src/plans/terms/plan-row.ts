import { leastLeft, MAX_SATOSHIS, type Network, P2SH32_DUST, type Party, type VestingDraft } from '@weir/covenants';
import { MAX_AMOUNT, MAX_NAME_LENGTH } from '@weir/kinds';
import { fundedPaydays, intervalAndCalendar } from '../../payments/parse-calendar.js';
import { amountTooLarge, parsePaymentPlan } from '../../payments/payment-plan.js';
import { parseAmount } from '../../shared/amounts.js';
import { assertSoundCliff } from '../../shared/assert-sound-cliff.js';
import { invalidTime, parseCliff } from '../../shared/parse-time.js';
import { parseStandardParty } from '../../shared/parties.js';
import { calendarTerms, paydaysOf, type StoredCalendar } from '../../shared/paydays.js';
import { ServiceError } from '../../shared/service-error.js';
import { datedDraftOf } from '../../streams/create/calendar-of-one.js';
import { parseInstallments } from '../../streams/terms/grant-terms.js';
import { parseTranches } from '../../streams/terms/tranche-terms.js';
import type { PlanRowInput } from '../plans.types.js';
import {
  type DatedSchedule,
  OF_DATED_GRANTS,
  parseRowTimes,
  type PlanHead,
  refuseOtherSchedules,
  type RowStream,
  type RowTimes,
} from './plan-defaults.js';
import { shapedDrafts } from './shaped-drafts.js';

/** Vests by the second. */
const CONTINUOUS = 1n;

/** Seconds from the start before which nothing vests. @throws ServiceError INVALID_TIME */
const cliffAfterStart = (given: number | null, { start, end }: RowTimes): bigint => {
  const cliff = parseCliff(given, [start, end], { cliff: 'cliff', start: 'start', end: 'end' });
  return cliff === undefined ? 0n : cliff - start;
};

/** @throws ServiceError INVALID_TIME */
const parseStep = (given: number | null, { start, end }: RowTimes): bigint => {
  if (given === null || given === 0) return CONTINUOUS;
  if (!Number.isInteger(given) || given < 1) throw invalidTime('step', 'must be whole seconds, at least 1', given);
  if (BigInt(given) > end - start) throw invalidTime('step', 'must not be longer than the stream', given);
  return BigInt(given);
};

/** @throws ServiceError INVALID_REQUEST */
const refuseRecurringWords = ({ interval }: PlanRowInput): void => {
  if (interval === undefined) return;
  throw new ServiceError('INVALID_REQUEST', 'interval is not a field of a vesting plan: use step, in seconds', {
    field: 'interval',
  });
};

/**
 * Drafts the streams that a vesting row asks for: one, or those of its shape.
 *
 * @param least units of the smallest stream
 * @throws ServiceError INVALID_AMOUNT, INVALID_TIME, SCHEDULE_UNSOUND, INVALID_REQUEST
 */
const vestingDrafts = (
  row: PlanRowInput,
  total: bigint,
  recipient: Party,
  head: PlanHead,
  least: bigint,
): readonly VestingDraft[] => {
  refuseRecurringWords(row);
  const { defaults } = head;
  const noticeBlocks = defaults.cancelable ? defaults.noticeBlocks : 0;
  // The steps of a row replace the plan's shape.
  const shape = row.shape ?? (row.step === undefined && row.cliff === undefined ? defaults.shape : null);
  if (shape !== null) return shapedDrafts({ shape, row, total, terms: { recipient, noticeBlocks }, head, least });
  const times = parseRowTimes(row, head);
  const group = {
    kind: 'VESTING',
    cliff: cliffAfterStart(row.cliff ?? defaults.cliff, times),
    step: parseStep(row.step ?? defaults.step, times),
    noticeBlocks,
  } as const;
  const { cliff, step } = group;
  assertSoundCliff({ total, ...times, cliff: cliff === 0n ? 0n : times.start + cliff, step }, least, 'cliff');
  return [{ kind: 'VESTING', recipient, total, ...times, group }];
};

/** @throws ServiceError INVALID_REQUEST */
const required = (field: string, why: string): ServiceError =>
  new ServiceError('INVALID_REQUEST', `${field} is required ${why}`, { field });

/** Reads the installments that a row asks for, on the plan's days where it has none. */
const grantOf = (row: PlanRowInput, total: bigint, { defaults, tokenType }: PlanHead) => {
  const calendar = row.calendar ?? (defaults.calendar && calendarTerms(defaults.calendar));
  if (calendar === null)
    throw required('calendar', 'in the row or in the plan: the days of the month on which it vests');
  const installments = row.installments ?? defaults.installments;
  if (installments === null) throw required('installments', 'in the row or in the plan: how many there are');
  const start = row.start ?? defaults.start;
  return parseInstallments(
    {
      total,
      start,
      calendar,
      installments,
      cliffInstallment: row.cliffInstallment ?? defaults.cliffInstallment ?? 1,
      allocation: row.allocation ?? defaults.allocation ?? 'CUMULATIVE_ROUND_DOWN',
      releasedAmount: row.releasedAmount,
    },
    tokenType,
    BigInt(start),
    { total: 'amount', start: 'start' },
  );
};

/** Reads the dates and amounts that a row asks for. */
const tranchesOfRow = ({ tranches }: PlanRowInput, total: bigint, { tokenType }: PlanHead) => {
  if (tranches === undefined) throw required('tranches', 'in each row of a plan of TRANCHES, which CSV cannot say');
  return parseTranches(tranches, total, 'amount', tokenType);
};

/** Drafts the stream that a row asks for which vests on dates of the calendar. */
const datedVesting = (
  row: PlanRowInput,
  total: bigint,
  recipient: Party,
  head: PlanHead,
): Pick<RowStream, 'draft' | 'dates'> => {
  refuseRecurringWords(row);
  const { cancelable, noticeBlocks: cancelNoticeBlocks } = head.defaults;
  const columns = head.defaults.schedule === 'TRANCHES' ? tranchesOfRow(row, total, head) : grantOf(row, total, head);
  const draft = datedDraftOf({ ...columns, recurring: null, cancelable, cancelNoticeBlocks }, recipient);
  if (draft === undefined) throw new Error('A row by the calendar has no dates');
  const { startTime: start, endTime: end, cliffTimestamp } = columns;
  const span = { start, end, cliffSeconds: cliffTimestamp === null ? 0 : cliffTimestamp - start };
  const dates: DatedSchedule =
    'trancheList' in columns
      ? { kind: 'TRANCHES', ...span, trancheList: columns.trancheList }
      : { kind: 'GRANT', ...span, calendar: columns.calendar, grant: columns.grant };
  return { draft, dates };
};

const FIELDS = { amount: 'amount', start: 'start', end: 'end' };

/** The fields of rows that vest. */
const VESTING_WORDS = ['cliff', 'step', 'shape'] as const;

/** @throws ServiceError INVALID_REQUEST */
const refuseWords = (row: PlanRowInput, words: readonly (keyof PlanRowInput)[], { kind }: PlanHead): void => {
  const field = words.find((each) => row[each] !== undefined);
  if (field !== undefined)
    throw new ServiceError('INVALID_REQUEST', `${field} is not a field of a row of a ${kind} plan`, { field });
};

/** Reads the salary that a row of a plan by the calendar asks for: 12 paydays, fewer where its end comes first. */
const datedDraft = (
  row: PlanRowInput,
  amount: bigint,
  recipient: Party,
  { defaults, tokenType }: PlanHead,
  calendar: StoredCalendar,
): Pick<RowStream, 'draft' | 'interval' | 'endDate'> => {
  if (row.interval !== undefined) throw intervalAndCalendar();
  const endDate = row.end ?? defaults.end;
  const paydays = paydaysOf(calendar);
  const { first, periods } = fundedPaydays(paydays, { startDate: row.start ?? defaults.start, endDate }, FIELDS);
  if (amount * periods > (tokenType === 'BCH' ? MAX_SATOSHIS : MAX_AMOUNT)) throw amountTooLarge('amount', row.amount);
  const { cancelable, pausable, noticeBlocks } = defaults;
  return {
    interval: 'CALENDAR',
    endDate,
    draft: {
      kind: 'SALARY',
      recipient,
      amount,
      periods: Number(periods),
      firstPayday: first,
      group: { kind: 'SALARY', paydays, noticeBlocks: cancelable ? noticeBlocks : 0, pausable, cancelable },
    },
  };
};

/**
 * Reads the salary that a row asks for: 12 periods, fewer where its end comes first, the first of them due at its start.
 *
 * @param amount of a period
 * @throws ServiceError INVALID_AMOUNT, INVALID_TIME, INVALID_REQUEST
 */
const recurringDraft = (
  row: PlanRowInput,
  amount: bigint,
  recipient: Party,
  head: PlanHead,
): Pick<RowStream, 'draft' | 'interval' | 'endDate'> => {
  refuseWords(row, VESTING_WORDS, head);
  const { defaults, tokenType } = head;
  if (defaults.calendar !== null) return datedDraft(row, amount, recipient, head, defaults.calendar);
  const word = row.interval ?? defaults.interval;
  if (word === null)
    throw new ServiceError(
      'INVALID_REQUEST',
      'interval is required, in the row or in the plan; or calendar, in the plan',
      { field: 'interval' },
    );
  const endDate = row.end ?? defaults.end;
  const periods = {
    amountPerPeriod: amount,
    tokenType,
    interval: word,
    start: row.start ?? defaults.start,
    end: endDate,
  };
  const plan = parsePaymentPlan(periods, row.amount, FIELDS);
  const { cancelable, pausable, noticeBlocks } = defaults;
  return {
    interval: word,
    endDate,
    draft: {
      kind: 'RECURRING',
      recipient,
      amount,
      periods: Number(plan.periods),
      firstDue: plan.firstDue,
      group: {
        kind: 'RECURRING',
        interval: plan.interval,
        noticeBlocks: cancelable ? noticeBlocks : 0,
        pausable,
        cancelable,
      },
    },
  };
};

// A label is one line of text that reads the same where it is shown: no control characters, nothing that reverses text.
const UNFIT = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** @throws ServiceError INVALID_REQUEST */
const parseLabel = (given: string | undefined): string | null => {
  const label = given?.trim() ?? '';
  if (label === '') return null;
  if (label.length > MAX_NAME_LENGTH)
    throw new ServiceError('INVALID_REQUEST', `label has more than ${MAX_NAME_LENGTH} characters`, { field: 'label' });
  if (UNFIT.test(label))
    throw new ServiceError('INVALID_REQUEST', 'label has control characters: send one line of plain text', {
      field: 'label',
    });
  return label;
};

/**
 * Reads the streams that a row asks for: one, or as many as its shape has.
 *
 * @throws ServiceError INVALID_ADDRESS, INVALID_AMOUNT, INVALID_TIME, SCHEDULE_UNSOUND, INVALID_REQUEST
 */
export const parsePlanRow = (row: PlanRowInput, head: PlanHead, network: Network): readonly RowStream[] => {
  const recipient = parseStandardParty(row.recipient, network, 'recipient');
  const least = head.kind === 'lock' ? leastLeft('BCH', head.moveDelay > 0) : P2SH32_DUST;
  const amount = parseAmount(row.amount, 'amount', head.tokenType, least);
  const label = parseLabel(row.label);
  const to = recipient.lockingBytecode;
  const { schedule } = head.defaults;
  if (schedule === null) refuseWords(row, OF_DATED_GRANTS, head);
  else refuseOtherSchedules(row, schedule);
  if (head.kind === 'recurring') return [{ recipient, label, dates: null, ...recurringDraft(row, amount, to, head) }];
  const vesting = { recipient, label, interval: null, endDate: null };
  if (schedule === 'INSTALLMENTS' || schedule === 'TRANCHES')
    return [{ ...vesting, ...datedVesting(row, amount, to, head) }];
  const drafts = vestingDrafts(row, amount, to, head, head.tokenType === 'BCH' ? least : 1n);
  return drafts.map((draft) => ({ ...vesting, dates: null, draft }));
};
