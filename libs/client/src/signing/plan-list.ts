import { readTime } from '@weir/merkle/times';
import type { PlanRows } from '../types/plans.types.js';

/** A row of a plan's list. */
export type ListRow = Exclude<PlanRows, string>[number];

/** Columns in their order without a header. */
const COLUMNS = ['address', 'amount', 'start', 'end', 'cliff', 'step', 'label'] as const;
type Column = (typeof COLUMNS)[number];
const OTHER_NAMES: Readonly<Record<string, Column>> = {
  recipient: 'address',
  start_time: 'start',
  end_time: 'end',
  cliff_timestamp: 'cliff',
  interval: 'step',
  interval_seconds: 'step',
  name: 'label',
};

const FIELD = /("(?:[^"]|"")*"|[^,]*)(,|$)/g;

/** Splits a line at its commas; quoted fields may have some of their own. */
const fieldsOf = (line: string): readonly string[] => {
  const fields: string[] = [];
  for (const [, field = '', end] of line.matchAll(FIELD)) {
    fields.push(field.replaceAll('"', '').trim());
    if (end === '') break;
  }
  return fields;
};

const columnOf = (name: string): Column | undefined => {
  const plain = name.toLowerCase();
  return COLUMNS.find((column) => column === plain) ?? OTHER_NAMES[plain];
};

const timeOf = (text: string | undefined): number | undefined => {
  if (text === undefined || text === '') return undefined;
  const read = readTime(text);
  return read.ok ? read.seconds : Number.NaN;
};

/** Reads the CSV of a plan's list as the service does, so that what it stored can be compared. */
export const readPlanList = (text: string): readonly ListRow[] => {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map(fieldsOf)
    .filter((fields) => fields.some((field) => field !== ''));
  const [first = []] = lines;
  const hasHeader = columnOf(first[0] ?? '') !== undefined || first.some((field) => columnOf(field) === 'address');
  const columns = hasHeader ? first.map(columnOf) : COLUMNS;
  return lines.slice(hasHeader ? 1 : 0).map((fields) => {
    const field = (column: Column): string | undefined => fields[columns.indexOf(column)];
    const step = field('step') ?? '';
    return {
      recipient: field('address') ?? '',
      amount: field('amount') ?? '',
      start: timeOf(field('start')),
      end: timeOf(field('end')),
      cliff: timeOf(field('cliff')),
      ...(/^\d+$/.test(step) ? { step: Number(step) } : step !== '' && { interval: step.toUpperCase() }),
    } as ListRow;
  });
};
