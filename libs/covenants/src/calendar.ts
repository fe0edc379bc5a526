/** Streams by the calendar: salaries, grants and lists of tranches. */
export * from './calendar/calendar-announcement.js';
export * from './calendar/calendar-coin.js';
export * from './calendar/calendar-consent.js';
export * from './calendar/calendar-contract.js';
export * from './calendar/calendar-draft.js';
export * from './calendar/calendar-payout.js';
export * from './calendar/calendar-rules.js';
export * from './calendar/calendar-state.js';
export * from './calendar/calendar-terms.js';
export * from './calendar/calendar-transition.js';
export * from './calendar/cut-calendar.js';
export * from './calendar/find-calendar.js';
export * from './calendar/tranche-carriers.js';
export * from './calendar/transactions/end-calendar-notice.js';
export * from './calendar/transactions/fund-calendar.js';
export * from './calendar/transactions/move-by-sender.js';
export * from './calendar/transactions/move-calendar.js';
export * from './calendar/transactions/pay-calendar.js';
export * from './calendar/transactions/sweep-calendar.js';
export * from './deployment/calendar/calendar-dates.js';
export * from './deployment/calendar/calendar-funding.js';
export {
  type CalendarOpening,
  calendarStateOf,
  toCalendarContractState,
} from './deployment/calendar/calendar-opening.js';
export { calendarStreamSchedule, salaryPaydayTime } from './deployment/calendar/calendar-schedule.js';
export * from './deployment/calendar/calendar-stream.js';
export * from './deployment/plan-moves.js';
