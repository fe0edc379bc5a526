import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useServices, type Services } from '../api/services.js';
import type { ActivityFilters, ActivityRow } from './activity.js';
import { FIRST_PAGE, knownRows, PAGE_ROWS, pagesOf, withPage, type PageMap } from './page-window.js';

/** How long a page out of view is kept, milliseconds. */
const KEPT_MS = 20_000;

const pageQuery = ({ weir }: Services, filters: ActivityFilters, cursor: string | undefined) => ({
  queryKey: ['activity', filters, cursor ?? 'first'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    weir.explorer.page({ ...filters, limit: PAGE_ROWS, ...(cursor !== undefined && { cursor }) }, { signal }),
  gcTime: KEPT_MS,
});

type Told = readonly [index: number, rows: number, nextCursor: string | null];

/** Keeps the page map of a list for as long as the query is the same. */
const usePageMap = (asked: string) => {
  const [found, setFound] = useState({ asked, map: FIRST_PAGE });
  const map: PageMap = found.asked === asked ? found.map : FIRST_PAGE;
  const note = useCallback(
    (told: readonly Told[]) =>
      setFound((before) => {
        const from = before.asked === asked ? before.map : FIRST_PAGE;
        return { asked, map: told.reduce((now, page) => withPage(now, ...page), from) };
      }),
    [asked],
  );
  return { map, note };
};

/** Loads the explorer's rows near the viewport. */
export const useActivity = (filters: ActivityFilters, firstRow: number, lastRow: number) => {
  const services = useServices();
  const client = useQueryClient();
  const { map, note } = usePageMap(JSON.stringify(filters));
  // Previous rows stay while a filter changes, so that nothing jumps.
  const first = useQuery({ ...pageQuery(services, filters, undefined), placeholderData: keepPreviousData });
  const pages = pagesOf(firstRow, lastRow, map).filter((index) => index > 0);
  const further = useQueries({ queries: pages.map((index) => pageQuery(services, filters, map.cursors[index])) });

  const answers = [
    { index: 0, data: first.isPlaceholderData ? undefined : first.data },
    ...further.map(({ data }, at) => ({ index: pages[at] ?? 0, data })),
  ];
  // Compared as text, since each render makes new objects.
  const told = answers.flatMap(({ index, data }): Told[] =>
    data === undefined ? [] : [[index, data.streams.length, data.nextCursor]],
  );
  const signature = JSON.stringify(told);
  useEffect(() => note(JSON.parse(signature) as Told[]), [signature, note]);

  const rowAt = (index: number): ActivityRow | undefined => {
    const page = Math.floor(index / PAGE_ROWS);
    const data = page === 0 ? first.data : further[pages.indexOf(page)]?.data;
    return data?.streams[index % PAGE_ROWS];
  };
  return {
    count: first.isPlaceholderData ? first.data.streams.length : knownRows(map),
    rowAt,
    isEmpty: first.data?.streams.length === 0,
    isFirstLoad: first.isPending,
    isRefiltering: first.isPlaceholderData,
    error: first.error ?? further.find(({ error }) => error !== null)?.error ?? null,
    stats: first.data?.stats,
    retry: () => void client.refetchQueries({ queryKey: ['activity'] }),
  };
};
