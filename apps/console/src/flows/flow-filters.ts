import { MAX_SEARCH_LENGTH, PAYMENT_STATUSES, type PaymentStatus } from '@weir/kinds';
import { compareNames } from '../language/locale.js';

/** Filters of a list of streams and payments, as in the page's address; absent ones do not apply. */
export interface FlowFilters {
  readonly status?: PaymentStatus | undefined;
  /** A part of a name, a title, a number or an address. */
  readonly q?: string | undefined;
  /** Newest first where absent. */
  readonly sort?: 'oldest' | 'largest' | 'name' | undefined;
  /** Whether each record of a plan has a row of its own. */
  readonly group?: 'none' | undefined;
}

/** What the filters look at. */
export interface FilteredRow {
  readonly title: string;
  readonly status?: string;
  readonly amountBase: bigint | undefined;
  /** Further texts by which it is found: its number, the other party's name and address. */
  readonly words: readonly string[];
  /** Unix seconds. */
  readonly createdAt: number;
  /** Of the plan that opened it. */
  readonly planId: string | null;
}

const SORTS = ['oldest', 'largest', 'name'] as const;
const oneOf = <Value>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((one) => one === value);

/** Parses filters from the page's address; invalid ones are ignored. */
export const flowFiltersOf = ({ status, q, sort, group }: Readonly<Record<string, unknown>>): FlowFilters => {
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, MAX_SEARCH_LENGTH) : '';
  return {
    status: oneOf(PAYMENT_STATUSES, status),
    q: text === '' ? undefined : text,
    sort: oneOf(SORTS, sort),
    group: oneOf(['none'] as const, group),
  };
};

/** Whether a filter applies; an order is none. */
export const isNarrowed = ({ status, q }: FlowFilters): boolean => (status ?? q) !== undefined;

const ORDERS: Readonly<Record<'newest' | (typeof SORTS)[number], (one: FilteredRow, other: FilteredRow) => number>> = {
  newest: (one, other) => other.createdAt - one.createdAt,
  oldest: (one, other) => one.createdAt - other.createdAt,
  largest: (one, other) => Number((other.amountBase ?? 0n) - (one.amountBase ?? 0n)),
  name: (one, other) => compareNames(one.title, other.title),
};

/** Returns the rows that match, in the order that was chosen. */
export const filterFlows = <Row extends FilteredRow>(
  rows: readonly Row[],
  { status, q, sort }: FlowFilters,
): readonly Row[] => {
  const wanted = q?.toLowerCase();
  return rows
    .filter(
      (row) =>
        (status === undefined || row.status === status) &&
        (wanted === undefined || [row.title, ...row.words].some((text) => text.toLowerCase().includes(wanted))),
    )
    .toSorted(ORDERS[sort ?? 'newest']);
};

/** Fewer rows of a plan than this stay rows of their own. */
const GROUPED = 2;

/**
 * Puts the rows of each plan together, in the place of the first of them. Nothing is put together where a text is looked for, since
 * that means single records.
 */
export const groupByPlan = <Row extends FilteredRow>(
  rows: readonly Row[],
  { q, group }: FlowFilters,
): readonly (readonly [Row, ...Row[]])[] => {
  if (q !== undefined || group === 'none') return rows.map((row) => [row]);
  const groups = new Map<string | Row, [Row, ...Row[]]>();
  for (const row of rows) {
    const key = row.planId ?? row;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [row]);
    else known.push(row);
  }
  return [...groups.values()].flatMap((each): readonly [Row, ...Row[]][] =>
    each.length < GROUPED ? each.map((row): [Row] => [row]) : [each],
  );
};
