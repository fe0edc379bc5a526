import type { PlanStream } from '@weir/client';

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

type Times = Pick<PlanStream, 'start' | 'end' | 'cliff' | 'step'>;

/** Returns whether rows vest at the same times, so that one chart shows all of them. */
export const haveOneSchedule = (rows: readonly Times[]): boolean =>
  rows.every(
    ({ start, end, cliff, step }) =>
      start === rows[0]?.start && end === rows[0].end && cliff === rows[0].cliff && step === rows[0].step,
  );
