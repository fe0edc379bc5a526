import { binToHex, hexToBin } from '@bitauth/libauth';
import {
  decodeTranches,
  encodeTranches,
  installmentTime,
  type LocalTime,
  type Paydays,
  paydayStep,
  timeOfDayText,
  utcOffsetText,
} from '@weir/calendar';
import {
  type CalendarContract,
  calendarKindOf,
  type CalendarOpening,
  type CalendarPace,
  calendarStateOf,
  calendarStreamSchedule,
  type CalendarTerms,
  createCalendarContracts,
  createCalendarStream,
  decodeCalendarAnnouncement,
  findCalendarDeployments,
  grantOf,
  type GrantState,
  isBchCalendar,
  paidDates,
  paidTranches,
  salaryPaydayTime,
  type SalaryState,
} from '@weir/covenants';
import type { StoredDetails, StoredPlan } from '@weir/infra';
import { followedStream, openingOfStored, planDetails, scheduledTerms, toContractState } from './followed-stream.js';
import type { Product, ProductContract, ProductTerms, StoredTerms } from './product.types.js';
import { streamProduct } from './stream-product.js';

/** The terms of a plan, and those of the group that a row names. */
interface CalendarRules extends CalendarPace {
  readonly terms: CalendarTerms;
}

/** Returns the product name of streams by the calendar as rows store it. */
const productName = ({ product }: Pick<CalendarTerms, 'product'>): string => `CALENDAR_${product}`;

/** Returns which list the streams of a plan belong to: a salary by the calendar is always meant as a payment. */
const familyOf = ({ product }: Pick<CalendarTerms, 'product'>): ProductTerms['family'] =>
  calendarKindOf(product) === 'SALARY' ? 'payment' : 'stream';

/** Restores the opening of a stream from its row. @throws Error when the row is not one of such a plan */
const calendarOpeningOf = (stored: StoredTerms): CalendarOpening => {
  const opening = openingOfStored(stored);
  const list = stored.plan?.tranches;
  if (list === undefined) return opening;
  const tranches = decodeTranches(hexToBin(list), stored.totalAmount);
  if (tranches === undefined) throw new Error('Stored tranches do not add up to the total');
  return { ...opening, tranches };
};

/** @throws Error when the plan has no such group */
const rulesOf = (terms: CalendarTerms, { group }: Pick<StoredPlan, 'group'>): CalendarRules => {
  const named = terms.groups[group];
  if (named === undefined) throw new Error(`A stored plan has no group ${group}`);
  return { terms, group: named };
};

const localDetails = ({ time, utcOffset }: LocalTime): StoredDetails => ({
  time: timeOfDayText(time),
  utcOffset: utcOffsetText(utcOffset),
});

/** Returns on which days periods fall due. */
export const paydayDetails = (paydays: Paydays): StoredDetails => ({
  months: Number(paydays.months),
  day: Number(paydays.day),
  secondDay: paydays.secondDay === undefined ? null : Number(paydays.secondDay),
  ...localDetails(paydays),
});

const salaryDetails = (
  { group }: CalendarRules,
  { amount, unpaid, next }: SalaryState,
  total: bigint,
): StoredDetails => {
  if (group.kind !== 'SALARY') throw new Error('A stored salary is not of the kind of its group');
  const { paydays, cancelable, pausable, noticeBlocks } = group;
  return {
    amountPerPeriodBase: amount.toString(),
    lastAmountBase: (total - amount * BigInt(unpaid - 1)).toString(),
    periods: unpaid,
    ...paydayDetails(paydays),
    firstDue: Number(salaryPaydayTime(paydays, next)),
    lastDue: Number(salaryPaydayTime(paydays, next + BigInt(unpaid - 1) * paydayStep(paydays))),
    cancelable,
    pausable,
    noticeBlocks: noticeBlocks === 0 ? null : noticeBlocks,
  };
};

const grantDetails = ({ group }: CalendarRules, state: GrantState, total: bigint): StoredDetails => {
  if (group.kind !== 'GRANT') throw new Error('A stored grant is not of the kind of its group');
  const grant = grantOf(group, state, total);
  return {
    months: Number(grant.months),
    day: Number(grant.day),
    ...localDetails(grant),
    installments: Number(grant.installments),
    cliffInstallment: Number(grant.cliff),
    allocation: grant.allocation,
    releasedBeforeBase: state.released.toString(),
    firstDue: Number(installmentTime(grant, grant.cliff)),
    lastDue: Number(installmentTime(grant, grant.installments)),
  };
};

const scheduleDetails = (
  rules: CalendarRules,
  { commitment, total, tranches = [] }: CalendarOpening,
): StoredDetails => {
  const { state } = calendarStateOf(rules, commitment);
  if (state.kind === 'SALARY') return salaryDetails(rules, state, total);
  const notice = rules.group.noticeBlocks === 0 ? null : rules.group.noticeBlocks;
  const shared = { streamType: 'STEP', cancelable: notice !== null, cancelNoticeBlocks: notice };
  if (state.kind === 'GRANT') return { ...shared, ...grantDetails(rules, state, total) };
  return {
    ...shared,
    firstDue: Number(tranches[0]?.at ?? 0n),
    lastDue: Number(tranches.at(-1)?.at ?? 0n),
    tranches: tranches.map(({ at, amount }) => ({ time: Number(at), amountBase: amount.toString() })),
  };
};

/** Derives the terms of one stream from the plan's announcement and its funding. */
const streamTerms = (rules: CalendarRules, opening: CalendarOpening, stored: StoredPlan): ProductTerms => {
  const { terms, group } = rules;
  const schedule = calendarStreamSchedule(rules, opening);
  return {
    product: productName(terms),
    family: familyOf(terms),
    sender: terms.sender,
    get recipient() {
      return opening.recipient;
    },
    tokenCategory: isBchCalendar(terms.product) ? null : (opening.asset ?? null),
    total: opening.total,
    get details() {
      return { ...scheduleDetails(rules, opening), ...planDetails(terms, stored), moveDelayBlocks: terms.delay };
    },
    stateDetails(commitment) {
      const { state } = calendarStateOf(rules, commitment);
      const nextDue = schedule.nextPayoutTime({ commitment });
      return {
        nextDue: nextDue === undefined ? null : Number(nextDue),
        ...(state.kind === 'SALARY' && { periodsLeft: state.unpaid }),
        ...(state.kind === 'TRANCHES' && {
          tranchesLeft: (opening.tranches?.length ?? 0) - paidTranches(state, opening.tranches),
        }),
      };
    },
    ...scheduledTerms(schedule, group.kind === 'SALARY' ? group.cancelable : group.noticeBlocks > 0),
  };
};

/** Wraps a stream by the calendar as a contract that the indexer follows. Each payment says which dates it pays. */
const openStream = (contract: CalendarContract, opening: CalendarOpening, plan: StoredPlan): ProductContract =>
  followedStream(
    createCalendarStream(contract, opening),
    streamTerms(contract, opening, plan),
    plan,
    (before, step) => {
      const paid = paidDates(contract, opening, toContractState(before), step);
      return (
        paid && {
          firstNumber: paid.first,
          lastNumber: paid.last,
          firstPayday: Number(paid.firstAt),
          lastPayday: Number(paid.lastAt),
        }
      );
    },
  );

/** Salaries, grants and tranches by the calendar: one announcement opens many, and each has its own row. */
export const calendarProduct: Product = streamProduct({
  decode: decodeCalendarAnnouncement,
  productName,
  familyOf,
  contracts: createCalendarContracts,
  find: findCalendarDeployments,
  openingOf: calendarOpeningOf,
  kept: ({ tranches }) => (tranches === undefined ? {} : { tranches: binToHex(encodeTranches(tranches)) }),
  streamTerms: (terms, opening, plan) => streamTerms(rulesOf(terms, plan), opening, plan),
  openStream,
});
