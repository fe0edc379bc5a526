import type { Weir } from '@weir/client';
import { type ActivityFilters, queryOf } from './filters.js';

/** Number of rows in a page. */
export const PAGE_ROWS = 50;

/** How long a page out of view is kept, milliseconds. */
const KEPT_MS = 20_000;

/** The query of a page of the explorer. @param cursor undefined of the first */
export const pageQuery = (weir: Weir, filters: ActivityFilters, cursor: string | undefined) => ({
  queryKey: ['activity', filters, cursor ?? 'first'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    weir.explorer.page({ ...queryOf(filters), limit: PAGE_ROWS, ...(cursor !== undefined && { cursor }) }, { signal }),
  gcTime: KEPT_MS,
});
