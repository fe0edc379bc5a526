import { installmentTime, vestedInstallments } from '@weir/calendar';
import type { Network } from '@weir/covenants';
import type { CurrencyPaymentRecord, PortfolioRow } from '@weir/infra';
import { contractOf, openDates, stateOf } from '../currency/stored-currency.js';
import { grantOfColumns, tranchesOf } from '../shared/dated-columns.js';
import { periodAfter } from '../shared/paydays.js';
import { scheduleOf } from '../streams/contract/stored-stream.js';

/** A date on which more becomes due, and how much by then. Unix seconds, base units. */
export interface DueDate {
  readonly at: number;
  readonly amount: bigint;
  /** Whether it comes little by little until then, rather than at that moment. */
  readonly continuous: boolean;
}

/** Dates of one record at most: two years of months. */
const MOST = 24;

/**
 * Lists when periods of a payment in a currency still fall due, the next ones first; nothing of one that is paused or over.
 *
 * @param asOf Unix seconds @param most how many of the next dates are looked at
 */
export const currencyDates = (
  payment: CurrencyPaymentRecord,
  asOf: number,
  network: Network,
  most = MOST,
): number[] => {
  const { status, state } = payment;
  if (state === null || status !== 'ACTIVE') return [];
  const { terms } = contractOf(payment, network);
  return openDates(terms, stateOf(terms, state.commitment), most).filter((at) => at > asOf);
};

const periodDates = (row: PortfolioRow): number[] => {
  const { progress, recurring } = row;
  if (progress === null || recurring === null) return [];
  return Array.from({ length: recurring.periods - progress.paid }, (_, at) => periodAfter(row, progress.nextDue, at));
};

/** The dates of a stream by the calendar: its tranches, or its installments from the cliff on. Undefined of one by seconds. */
const calendarDates = ({ calendar, grant, ...row }: PortfolioRow, asOf: number): number[] | undefined => {
  if (calendar === null || grant === null) return tranchesOf(row)?.map(({ at }) => Number(at));
  const terms = grantOfColumns({ ...row, calendar, grant });
  const first = vestedInstallments({ ...terms, cliff: 1n }, BigInt(asOf)) + 1n;
  const from = first > terms.cliff ? first : terms.cliff;
  const count = Number(terms.installments - from) + 1;
  return Array.from({ length: Math.max(0, Math.min(MOST, count)) }, (_, at) =>
    Number(installmentTime(terms, from + BigInt(at))),
  );
};

/** The cliff, the steps, and the end. */
const vestingDates = (row: PortfolioRow, asOf: number): number[] => {
  const dated = calendarDates(row, asOf);
  if (dated !== undefined) return dated;
  const { startTime, endTime, cliffTimestamp, intervalSeconds } = row;
  const from = Math.max(asOf, cliffTimestamp ?? 0, startTime);
  const first = intervalSeconds === null ? 0 : Math.floor((from - startTime) / intervalSeconds) + 1;
  const steps =
    intervalSeconds === null ? [] : Array.from({ length: MOST }, (_, at) => startTime + (first + at) * intervalSeconds);
  return [...(cliffTimestamp === null ? [] : [cliffTimestamp]), ...steps.filter((at) => at < endTime), endTime];
};

/**
 * Lists what still falls due of a stream or payment, the next dates first; nothing of one that is paused or over.
 *
 * @param asOf Unix seconds @param most how many dates are wanted, up to 24
 */
export const dueDates = (row: PortfolioRow, asOf: number, most = MOST): readonly DueDate[] => {
  const { state, recurring } = row;
  if (state === null || row.status !== 'ACTIVE') return [];
  const schedule = scheduleOf(row);
  const dueAt = (time: number): bigint => {
    if (row.trancheList === null) return schedule.payout(state, BigInt(time))?.due ?? 0n;
    // A payment of many tranches leaves the last one to the next.
    const due = schedule.vestedAt(BigInt(time)) - row.withdrawnAmount;
    return due > 0n ? due : 0n;
  };
  const dates = (recurring === null ? vestingDates(row, asOf) : periodDates(row))
    .filter((at) => at > asOf)
    .slice(0, MOST);
  const found: DueDate[] = [];
  let before = dueAt(asOf);
  for (const at of dates) {
    if (found.length === most) break;
    const due = dueAt(at);
    const continuous = recurring === null && row.intervalSeconds === null && dueAt(at - 1) > before;
    if (due > before) found.push({ at, amount: due - before, continuous });
    before = due;
  }
  return found;
};
