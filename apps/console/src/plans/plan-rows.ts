import type { Plan, PlanStream } from '@weir/client';
import type { Pace } from '../payments/pace.js';

/** Returns how far the paydays of a row of salaries are apart. */
export const paceOfRow = ({ calendar }: Pick<Plan, 'calendar'>, { step }: Pick<PlanStream, 'step'>): Pace =>
  calendar === null ? { intervalSeconds: step ?? 0 } : { calendar };

/** What the rows of a plan come to, base units. */
export interface RowsSum {
  readonly total: bigint;
  /** Vested or fallen due by now, also what is paid. */
  readonly vested: bigint;
  readonly paid: bigint;
}

type Amounts = Pick<PlanStream, 'amount_base' | 'withdrawn_amount_base' | 'claimable_amount_base'>;

/** Returns what a row has vested by now, base units: what is paid, and what can be claimed. */
export const vestedOf = ({ withdrawn_amount_base: paid, claimable_amount_base: claimable }: Amounts): bigint =>
  paid + claimable;

/** Returns what rows come to together. */
export const sumOf = (rows: readonly Amounts[]): RowsSum =>
  rows.reduce(
    (sum, row) => ({
      total: sum.total + row.amount_base,
      vested: sum.vested + vestedOf(row),
      paid: sum.paid + row.withdrawn_amount_base,
    }),
    { total: 0n, vested: 0n, paid: 0n },
  );

/** Where the money of a plan's rows is, base units. */
export interface RowsMoney {
  readonly paid: bigint;
  readonly claimable: bigint;
  /** Still in contracts, and not yet claimable. */
  readonly locked: bigint;
  /** What went back to the sender, or goes there, of rows that were cancelled. */
  readonly returned: bigint;
  /** What is not in a contract yet. */
  readonly unfunded: bigint;
}

/** Returns where the money of rows is. The parts add up to the total of all rows. */
export const moneyOf = (rows: readonly (Amounts & Pick<PlanStream, 'status'>)[]): RowsMoney =>
  rows.reduce<RowsMoney>(
    (sum, row) => {
      if (row.status === 'PENDING') return { ...sum, unfunded: sum.unfunded + row.amount_base };
      const rest = row.amount_base - vestedOf(row);
      const part = row.status === 'CANCELLED' ? 'returned' : 'locked';
      return {
        ...sum,
        paid: sum.paid + row.withdrawn_amount_base,
        claimable: sum.claimable + row.claimable_amount_base,
        [part]: sum[part] + rest,
      };
    },
    { paid: 0n, claimable: 0n, locked: 0n, returned: 0n, unfunded: 0n },
  );

/** Returns the rows whose name or recipient contains a text, in any case; all of them without one. */
export const foundIn = <Row extends Pick<PlanStream, 'recipient' | 'stream_id'>>(
  rows: readonly Row[],
  text: string,
  nameOf: (row: Row) => string | undefined,
): readonly Row[] => {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) =>
    [nameOf(row), row.recipient, row.stream_id].some((part) => part?.toLowerCase().includes(wanted)),
  );
};

type Times = Pick<PlanStream, 'amount_base' | 'start' | 'end' | 'cliff' | 'step' | 'calendar' | 'tranches'>;

/** Names when a row vests how much: the same only where one chart shows both rows. Installments and dates divide an amount of their own. */
const scheduleOf = ({ amount_base: amount, start, end, cliff, step, calendar, tranches }: Times): string => {
  const days = calendar && [calendar.months, calendar.day, calendar.time, calendar.utcOffset];
  const parts = calendar && [
    calendar.installments,
    calendar.cliffInstallment,
    calendar.allocation,
    calendar.releasedBase,
  ];
  const own = calendar === null && tranches === null ? null : amount;
  const dates = tranches?.flatMap(({ time, amountBase }) => [time, amountBase]);
  return [start, end, cliff, step, own, ...(days ?? []), ...(parts ?? []), ...(dates ?? [])].join('/');
};

/** Returns whether rows vest at the same times, so that one chart shows all of them. */
export const haveOneSchedule = (rows: readonly Times[]): boolean => new Set(rows.map(scheduleOf)).size <= 1;
