import type { Weir } from '@weir/client';
import { type ActivityFilters, queryOf } from './filters.js';

/** Number of rows in a page. */
export const PAGE_ROWS = 50;

/** The first looks find the names of tokens, which the service asks for after its first answer. */
const FIRST_LOOKS = 4;
const LOOK_MS = 2_000;

/** How long a page out of view is kept, milliseconds. */
const KEPT_MS = 20_000;

interface Page {
  readonly streams: readonly { readonly token_category: string | null; readonly token: unknown }[];
}
interface Looked {
  readonly state: { readonly data?: Page | undefined; readonly dataUpdateCount: number };
}

/** Whether a page has an amount of a token whose name may still come. */
const lacksName = ({ streams }: Page): boolean =>
  streams.some(({ token_category: category, token }) => category !== null && token === null);

/** The query of a page of the explorer. @param cursor undefined of the first */
export const pageQuery = (weir: Weir, filters: ActivityFilters, cursor: string | undefined) => ({
  queryKey: ['activity', filters, cursor ?? 'first'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    weir.explorer.page({ ...queryOf(filters), limit: PAGE_ROWS, ...(cursor !== undefined && { cursor }) }, { signal }),
  gcTime: KEPT_MS,
  refetchInterval: ({ state: { data, dataUpdateCount } }: Looked) =>
    data !== undefined && dataUpdateCount < FIRST_LOOKS && lacksName(data) ? LOOK_MS : (false as const),
});
