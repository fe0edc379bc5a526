import { installmentsOf, localDate, monthNumber } from '@weir/calendar';
import type {
  LockVesting,
  OpenedSchedule,
  OpenedStream,
  OpenedTranche,
  OpensCurrencyPayments,
} from '../effects.types.js';
import { stepText } from './durations.js';
import type { Voice } from './voice.js';
import type { SummaryRow, SummaryWords } from './words.js';

/** A pure time lock has one step, which ends it. */
export const isOneStep = ({ start, end, step }: LockVesting): boolean => end - start === step;

/** Returns when something is paid first, Unix seconds. */
export const firstPaid = ({ start, step, cliff }: LockVesting): bigint => {
  const first = step > 1n ? start + step : start;
  return cliff > first ? cliff : first;
};

/** Returns when the last of a schedule is paid, Unix seconds. */
export const lastPaid = (schedule: OpenedSchedule): bigint => {
  switch (schedule.kind) {
    case 'VESTING':
      return schedule.end;
    case 'SALARY':
    case 'GRANT':
      return schedule.lastDue;
    case 'TRANCHES':
      return schedule.tranches.at(-1)?.at ?? 0n;
    case 'RECURRING':
      return schedule.firstDue + schedule.interval * BigInt(Math.max(schedule.periods - 1, 0));
  }
};

/** Returns before when nothing is paid, Unix seconds; undefined where a schedule has no such time. */
export const nothingBefore = (schedule: OpenedSchedule): bigint | undefined => {
  switch (schedule.kind) {
    case 'VESTING':
      return schedule.cliff > schedule.start ? schedule.cliff : undefined;
    case 'GRANT':
      return schedule.cliff > 1 ? schedule.firstDue : undefined;
    case 'SALARY':
    case 'RECURRING':
    case 'TRANCHES':
      return undefined;
  }
};

type Periodic = Extract<OpenedSchedule, { readonly kind: 'RECURRING' | 'SALARY' }>;
type Grant = Extract<OpenedSchedule, { readonly kind: 'GRANT' }>;
/** Days of the month; a grant has no second one. */
type Dated = Pick<Grant, 'months' | 'day' | 'time' | 'utcOffset'> & { readonly secondDay?: bigint };

/** The day that stands for the last one of each month. */
const LAST_DAY = 31n;

/** Says which days of the month they are. */
const daysText = ({ months, day, secondDay = 0n }: Dated, { text, number }: SummaryWords): string => {
  const values = {
    day: number(day.toString()),
    second: number(secondDay.toString()),
    months: number(months.toString()),
  };
  if (secondDay === LAST_DAY) return text('on day {day} and on the last day of each month', values);
  if (secondDay > 0n) return text('on days {day} and {second} of each month', values);
  if (months > 1n)
    return day === LAST_DAY
      ? text('every {months} months on the last day of the month', values)
      : text('every {months} months on day {day}', values);
  return day === LAST_DAY ? text('on the last day of each month', values) : text('on day {day} of each month', values);
};

const twoDigits = (value: bigint): string => value.toString().padStart(2, '0');

/** Writes a distance from UTC, as in +05:30. */
const offsetText = (utcOffset: bigint): string => {
  const minutes = (utcOffset < 0n ? -utcOffset : utcOffset) / 60n;
  return `${utcOffset < 0n ? '-' : '+'}${twoDigits(minutes / 60n)}:${twoDigits(minutes % 60n)}`;
};

/** Says how often equal periods fall due, or on which days of the month. */
export const rhythmText = (
  { interval = 0n, paydays }: Pick<OpensCurrencyPayments, 'interval' | 'paydays'>,
  words: SummaryWords,
): string => (paydays === undefined ? stepText(interval, words) : datesText(paydays, words));

/** Says on which days of the month something falls due, at a time that a contract keeps all year. */
const datesText = (dated: Dated, words: SummaryWords): string => {
  const { time, utcOffset } = dated;
  const seconds = time % 60n;
  const clock = `${twoDigits(time / 3_600n)}:${twoDigits((time / 60n) % 60n)}`;
  return words.text('{days} at {time} ({zone})', {
    days: daysText(dated, words),
    time: seconds === 0n ? clock : `${clock}:${twoDigits(seconds)}`,
    // As one value: from right to left the distance would be on the other side of UTC.
    zone: `UTC${offsetText(utcOffset)}`,
  });
};

/** Says how often periods fall due: by an interval, or on days of the month. */
export const oftenText = (schedule: Periodic, words: SummaryWords): string =>
  schedule.kind === 'RECURRING' ? stepText(schedule.interval, words) : datesText(schedule, words);

/** Names how a grant is divided, as cap tables do. */
const allocationText = ({ allocation }: Grant, { text }: Voice): string => {
  switch (allocation) {
    case 'CUMULATIVE_ROUND_DOWN':
      return text('in equal parts, each sum rounded down');
    case 'CUMULATIVE_ROUNDING':
      return text('in equal parts, each sum rounded');
    case 'FRONT_LOADED':
      return text('in equal parts, what is left over in the first ones');
    case 'BACK_LOADED':
      return text('in equal parts, what is left over in the last ones');
    case 'FRONT_LOADED_TO_SINGLE_TRANCHE':
      return text('in equal parts, what is left over in the first one');
    case 'BACK_LOADED_TO_SINGLE_TRANCHE':
      return text('in equal parts, what is left over in the last one');
  }
};

/** Of a long list the first dates are rows of their own, and the last one. */
const FIRST_DATES = 3;

/** Says what vests on each date, a row a date. */
const dateRows = (
  dates: readonly OpenedTranche[],
  asset: string | undefined,
  { row, time, format }: Voice,
): readonly SummaryRow[] =>
  dates.map(({ at, amount }, place) => ({
    ...row(time(at), format(amount, asset)),
    ...(place >= FIRST_DATES && place < dates.length - 1 && dates.length > FIRST_DATES + 2 && { isOneOfMany: true }),
  }));

/** Returns what a stream pays on each of a grant's dates: what was paid elsewhere is left out. @param total what the stream pays */
const grantDates = (grant: Grant, total: bigint): readonly OpenedTranche[] => {
  const { cliff, installments, months, firstDue, released } = grant;
  const firstMonth = monthNumber(localDate(firstDue, grant.utcOffset)) - BigInt(cliff - 1) * months;
  const terms = {
    ...grant,
    total: total + released,
    firstMonth,
    cliff: BigInt(cliff),
    installments: BigInt(installments),
  };
  let before = released;
  return installmentsOf(terms).flatMap(({ at, amount }) => {
    const elsewhere = before < amount ? before : amount;
    before -= elsewhere;
    return amount === elsewhere ? [] : [{ at, amount: amount - elsewhere }];
  });
};

/** Says when a grant vests, a row a fact. */
const grantRows = (grant: Grant, total: bigint, asset: string | undefined, voice: Voice): readonly SummaryRow[] => {
  const { text, row, format, time, words } = voice;
  const { installments, cliff, firstDue, lastDue, released } = grant;
  return [
    row(text('Installments'), words.number(installments.toString())),
    row(text('How often'), datesText(grant, words)),
    ...(cliff > 1
      ? [
          row(text('Nothing before'), time(firstDue)),
          row(text('Installments that vest at once then'), words.number(cliff.toString())),
        ]
      : [row(text('First installment'), time(firstDue))]),
    row(text('Last installment'), time(lastDue)),
    row(text('Divided'), allocationText(grant, voice)),
    ...(released > 0n ? [row(text('Paid elsewhere before'), format(released, asset))] : []),
    ...dateRows(grantDates(grant, total), asset, voice),
  ];
};

/** Says when something vests, a row a fact. */
export const vestingRows = (schedule: LockVesting, { text, row, time, words }: Voice): readonly SummaryRow[] => {
  const { start, end, cliff, step } = schedule;
  if (isOneStep(schedule)) return [row(text('All of it on'), time(end))];
  return [
    row(text('Starts on'), time(start)),
    ...(cliff > start ? [row(text('Nothing before'), time(cliff))] : []),
    ...(step > 1n ? [row(text('How often'), stepText(step, words))] : []),
    row(text('Ends on'), time(end)),
  ];
};

/** Says when a stream pays, a row a fact. @param eachPayday names what each payday of a salary pays */
export const scheduleRows = (
  { schedule, total }: Pick<OpenedStream, 'schedule' | 'total'>,
  asset: string | undefined,
  eachPayday: string,
  voice: Voice,
): readonly SummaryRow[] => {
  if (schedule.kind === 'VESTING') return vestingRows(schedule, voice);
  if (schedule.kind === 'GRANT') return grantRows(schedule, total, asset, voice);
  if (schedule.kind === 'TRANCHES') return dateRows(schedule.tranches, asset, voice);
  const { text, row, format, time, words } = voice;
  const { amountPerPeriod, periods, firstDue } = schedule;
  return [
    row(eachPayday, format(amountPerPeriod, asset)),
    row(text('Paydays'), words.number(periods.toString())),
    row(text('First payday'), time(firstDue)),
    ...(periods > 1
      ? [row(text('How often'), oftenText(schedule, words)), row(text('Last payday'), time(lastPaid(schedule)))]
      : []),
  ];
};

/** Says what its sender may do later. */
export const rightsText = (
  { isCancelable, isPausable, noticeBlocks }: Pick<OpenedStream, 'isCancelable' | 'isPausable' | 'noticeBlocks'>,
  { text, plural }: Voice,
): string => {
  if (isCancelable && isPausable)
    return plural(noticeBlocks, {
      one: 'the sender may cancel or pause with a notice of {count} block',
      other: 'the sender may cancel or pause with a notice of {count} blocks',
    });
  if (isCancelable)
    return plural(noticeBlocks, {
      one: 'the sender may cancel with a notice of {count} block',
      other: 'the sender may cancel with a notice of {count} blocks',
    });
  if (isPausable)
    return plural(noticeBlocks, {
      one: 'the sender may pause with a notice of {count} block',
      other: 'the sender may pause with a notice of {count} blocks',
    });
  return text('the sender can never take it back');
};
