import {
  AIRDROP_STATUSES,
  LEDGER_PRODUCTS,
  MAX_SEARCH_LENGTH,
  PAYMENT_STATUSES,
  PLAN_STATUSES,
  VAULT_STATUSES,
} from '@weir/kinds';
import { dayBounds } from '../format/time.js';
import { compareNames } from '../language/locale.js';

/** Filters of a list, as in the page's address; absent ones do not apply. */
export interface ListFilters {
  /** A part of a name, a title, a number or an address. */
  readonly q?: string | undefined;
  readonly status?: string | undefined;
  /** What kind of record it is about. */
  readonly kind?: string | undefined;
  /** What a payment of the ledger is. */
  readonly move?: string | undefined;
  /** Which way it goes. */
  readonly direction?: string | undefined;
  /** First and last day, `2026-11-28`, in the user's zone. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Newest first where absent. */
  readonly sort?: Sort | undefined;
  /** Whether each record of a plan has a row of its own. */
  readonly group?: 'none' | undefined;
}

const SORTS = ['oldest', 'largest', 'name'] as const;
type Sort = (typeof SORTS)[number];

/** What a list can be narrowed to. */
export interface ListTerms {
  readonly status?: readonly string[];
  readonly kind?: readonly string[];
  readonly move?: readonly string[];
  readonly direction?: readonly string[];
  /** Whether it can be narrowed to days. */
  readonly isDated?: boolean;
  /** Whether the records of a plan are one row unless the user wants single rows. */
  readonly isGrouped?: boolean;
}

const FLOWS = { status: PAYMENT_STATUSES, kind: ['stream', 'lock', 'payment', 'currency'], isGrouped: true } as const;

/** The lists of one's own records, by the path of their page. */
export const LISTS = {
  incoming: FLOWS,
  outgoing: FLOWS,
  inbox: { kind: ['stream', 'lock', 'payment', 'currency', 'plan', 'airdrop', 'vault', 'proposal'], isGrouped: true },
  plans: { status: PLAN_STATUSES, kind: ['payment', 'stream', 'lock'] },
  airdrops: { status: AIRDROP_STATUSES },
  vaults: { status: VAULT_STATUSES },
  activity: {
    kind: LEDGER_PRODUCTS,
    move: ['funding', 'claim', 'push', 'refund', 'deposit', 'payout'],
    direction: ['in', 'out'],
    isDated: true,
  },
} as const satisfies Readonly<Record<string, ListTerms>>;

export type ListName = keyof typeof LISTS;

/** What the filters look at. */
export interface FilteredRow {
  readonly title: string;
  /** What it is found by in the filters of these names. */
  readonly facets?: Readonly<Partial<Record<'status' | 'kind' | 'move' | 'direction', string>>>;
  readonly amountBase: bigint | undefined;
  /** Further texts by which it is found: its number, the other party's name and address. */
  readonly words: readonly string[];
  /** Unix seconds. */
  readonly createdAt: number;
  /** Rows of one group are one row; null for a row that is in none. */
  readonly group: string | null;
}

const oneOf = <Value>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((one) => one === value);

/** Returns the parser of a list's filters in the page's address: invalid ones are ignored. */
export const listFiltersOf = (list: ListName) => {
  const {
    status = [],
    kind = [],
    move = [],
    direction = [],
    isDated = false,
    isGrouped = false,
  }: ListTerms = LISTS[list];
  const dayOf = (day: unknown): string | undefined =>
    isDated && typeof day === 'string' && dayBounds(day) !== undefined ? day : undefined;
  return (search: Readonly<Record<string, unknown>>): ListFilters => {
    const { q } = search;
    const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, MAX_SEARCH_LENGTH) : '';
    return {
      q: text === '' ? undefined : text,
      status: oneOf(status, search['status']),
      kind: oneOf(kind, search['kind']),
      move: oneOf(move, search['move']),
      direction: oneOf(direction, search['direction']),
      from: dayOf(search['from']),
      to: dayOf(search['to']),
      sort: oneOf(SORTS, search['sort']),
      group: isGrouped ? oneOf(['none'] as const, search['group']) : undefined,
    };
  };
};

/** Whether a filter applies; an order is none. */
export const isNarrowed = ({ status, kind, move, direction, from, to, q }: ListFilters): boolean =>
  (status ?? kind ?? move ?? direction ?? from ?? to ?? q) !== undefined;

const ORDERS: Readonly<Record<'newest' | Sort, (one: FilteredRow, other: FilteredRow) => number>> = {
  newest: (one, other) => other.createdAt - one.createdAt,
  oldest: (one, other) => one.createdAt - other.createdAt,
  largest: (one, other) => Number((other.amountBase ?? 0n) - (one.amountBase ?? 0n)),
  name: (one, other) => compareNames(one.title, other.title),
};

/** Returns the rows that match, in the order that was chosen. */
export const filterRows = <Row extends FilteredRow>(
  rows: readonly Row[],
  { status, kind, move, direction, from, to, q, sort }: ListFilters,
): readonly Row[] => {
  const wanted = q?.toLowerCase();
  const first = from === undefined ? 0 : (dayBounds(from)?.first ?? 0);
  const last = to === undefined ? Infinity : (dayBounds(to)?.last ?? Infinity);
  return rows
    .filter(
      (row) =>
        (status === undefined || row.facets?.status === status) &&
        (kind === undefined || row.facets?.kind === kind) &&
        (move === undefined || row.facets?.move === move) &&
        (direction === undefined || row.facets?.direction === direction) &&
        row.createdAt >= first &&
        row.createdAt <= last &&
        (wanted === undefined || [row.title, ...row.words].some((text) => text.toLowerCase().includes(wanted))),
    )
    .toSorted(ORDERS[sort ?? 'newest']);
};

/**
 * Puts the rows of each group together, in the place of the first of them. Nothing is put together where a text is looked for, since
 * that means single records.
 */
export const groupRows = <Row extends FilteredRow>(
  rows: readonly Row[],
  { q, group }: ListFilters,
): readonly (readonly [Row, ...Row[]])[] => {
  if (q !== undefined || group === 'none') return rows.map((row) => [row]);
  const groups = new Map<string | Row, [Row, ...Row[]]>();
  for (const row of rows) {
    const key = row.group ?? row;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [row]);
    else known.push(row);
  }
  return [...groups.values()];
};
