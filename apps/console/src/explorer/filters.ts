import { ACTIVITY_STATUSES, type ActivityStatus, MAX_SEARCH_LENGTH, TOKEN_TYPES, type TokenType } from '@weir/kinds';
import { dayBounds } from '../format/time.js';

/** Filters of the explorer, as in the page's address; absent ones do not apply. */
export interface ActivityFilters {
  readonly type?: (typeof TYPES)[number] | undefined;
  readonly token?: TokenType | undefined;
  readonly status?: ActivityStatus | undefined;
  /** Words of the title. */
  readonly q?: string | undefined;
  /** First and last day of creation, `2026-11-28`, in the user's zone. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly sort?: 'oldest' | 'largest' | undefined;
}

const TYPES = ['vesting', 'payments', 'currency-payments', 'airdrops', 'treasuries', 'purses'] as const;
const SORTS = ['oldest', 'largest'] as const;
/** Rows that a browser writes as a file; accountants' exports by address have no such limit. */
export const EXPORTED_ROWS = 10_000;

const oneOf = <Value>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((one) => one === value);

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && dayBounds(value) !== undefined ? value : undefined;

const wordsOf = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' || text.length > MAX_SEARCH_LENGTH ? undefined : text;
};

/** Parses filters from the page's address; invalid ones are ignored. */
export const filtersOf = (search: Readonly<Record<string, unknown>>): ActivityFilters => ({
  type: oneOf(TYPES, search['type']),
  token: oneOf(TOKEN_TYPES, search['token']),
  status: oneOf(ACTIVITY_STATUSES, search['status']),
  q: wordsOf(search['q']),
  from: dayOf(search['from']),
  to: dayOf(search['to']),
  sort: oneOf(SORTS, search['sort']),
});

/** Whether any filter applies; an order is none. */
export const isFiltered = ({ type, token, status, q, from, to }: ActivityFilters): boolean =>
  (type ?? token ?? status ?? q ?? from ?? to) !== undefined;

/** Returns filters after a change. By amount only what is in BCH is ordered, without words and dates. */
export const withFilter = (before: ActivityFilters, change: ActivityFilters): ActivityFilters => {
  if (change.sort === 'largest') return { type: before.type, status: before.status, token: 'BCH', sort: 'largest' };
  const after = { ...before, ...change };
  const isOrderable = after.token === 'BCH' && (after.q ?? after.from ?? after.to) === undefined;
  return { ...after, sort: after.sort === 'largest' && !isOrderable ? undefined : after.sort };
};

/** Whether one row stands for all of a plan: not where single records are looked for. */
export const isGrouped = ({ status, q, sort }: ActivityFilters): boolean =>
  (status ?? q) === undefined && sort !== 'largest';

/** Returns the service's query of filters. */
export const queryOf = (filters: ActivityFilters) => {
  const { type, token, status, q, sort, from, to } = filters;
  const first = from === undefined ? undefined : dayBounds(from)?.first;
  const last = to === undefined ? undefined : dayBounds(to)?.last;
  return {
    ...(type !== undefined && { type }),
    ...(token !== undefined && { token }),
    // What nobody has paid for, anybody can create: it is shown to those who ask for it.
    status: status ?? ('FUNDED' as const),
    ...(isGrouped(filters) && { group: 'plans' as const }),
    ...(q !== undefined && { q }),
    ...(sort !== undefined && { sort }),
    ...(first !== undefined && { from: first }),
    ...(last !== undefined && { to: last }),
  };
};
