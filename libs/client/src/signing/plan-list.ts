import { BCH_DECIMALS } from '@weir/kinds';
import {
  cellOf,
  chooseColumns,
  ListError,
  type Columns,
  type ListRow as TableRow,
  readAmounts,
  readTable,
} from '@weir/merkle/lists';
import { type PaydayBound, readPaydayBound, readTime } from '@weir/merkle/times';
import { Difference } from '@weir/verify';
import type { PlanRows } from '../types/plans.types.js';

/** A row of a plan's list. */
export type ListRow = Exclude<PlanRows, string>[number];

/** How the service reads the fields of a list. */
interface ListUnits {
  /** Whether amounts are in BCH; else in base units of a token. */
  readonly inBch: boolean;
  /** Of salaries and installments, whose days are those that they fall on: seconds east of Greenwich. */
  readonly paydaysOffset: number | undefined;
}

const timeOf = (text: string, role: PaydayBound | 'cliff', { paydaysOffset }: ListUnits): number | undefined => {
  if (text === '') return undefined;
  const read =
    paydaysOffset === undefined || role === 'cliff' ? readTime(text) : readPaydayBound(text, role, paydaysOffset);
  return read.ok ? read.seconds : Number.NaN;
};

const rowOf = (row: TableRow, columns: Columns, amount: bigint, units: ListUnits): ListRow => {
  const step = cellOf(row, columns.step);
  return {
    recipient: cellOf(row, columns.address),
    amount,
    start: timeOf(cellOf(row, columns.start), 'start', units),
    end: timeOf(cellOf(row, columns.end), 'end', units),
    cliff: timeOf(cellOf(row, columns.cliff), 'cliff', units),
    ...(/^\d+$/.test(step) ? { step: Number(step) } : step !== '' && { interval: step.toUpperCase() }),
  } as ListRow;
};

const unreadable = (why: string): Difference =>
  new Difference('OTHER_TERMS', `The service took a list that cannot be read: ${why}`);

/**
 * Reads the CSV of a plan's list by the reader of the service, so that what it stored can be compared.
 *
 * @throws Difference for a list that the service has to refuse
 */
export const readPlanList = (text: string, units: ListUnits): readonly ListRow[] => {
  const { inBch } = units;
  try {
    const { head, rows } = readTable(text);
    const { columns, questions } = chooseColumns(head, inBch);
    if (questions.length > 0) throw unreadable('its columns are not known by their names');
    const { amounts } = readAmounts(rows, columns.amount, inBch ? BCH_DECIMALS : 0);
    return rows.map((row, place) => {
      const amount = amounts[place];
      if (amount?.status !== 'ok') throw unreadable(`the amount of line ${row.line} has not one plain meaning`);
      return rowOf(row, columns, amount.units, units);
    });
  } catch (error) {
    throw error instanceof ListError ? unreadable(error.message) : error;
  }
};
