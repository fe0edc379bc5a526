import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Exact, Schemas } from '@weir/client';
import { useServices } from '../api/services.js';
import { kindOf, type RecordKind } from '../kinds/record-kinds.js';
import { type ActivityFilters, isGrouped } from './filters.js';
import { PAGE_ROWS, pageQuery } from './page-query.js';

/** A row of the explorer. */
export type ActivityRow = Exact<Schemas['ActivityRow']>;

const RECORD_KINDS = {
  STREAM: 'stream',
  PAYMENT: 'payment',
  AIRDROP: 'airdrop',
  TREASURY: 'proposal',
  CURRENCY_PAYMENT: 'currency',
  PURSE: 'purse',
} as const;

/** Returns the kind of record of a row, and so its name and page. */
export const recordKindOf = ({
  activity_type: type,
  contract,
}: Pick<ActivityRow, 'activity_type' | 'contract'>): RecordKind => kindOf({ kind: RECORD_KINDS[type], contract });

/**
 * The known cursors of the pages of an endless list. Rows are kept only near the viewport, so that memory does not grow with the
 * list: a million rows take 20,000 short cursors.
 */
export interface PageMap {
  /** Cursor of page n; the first has none. */
  readonly cursors: readonly (string | undefined)[];
  /** Number of rows on the last known page; undefined before it was read. */
  readonly rowsOfLast: number | undefined;
}

export const FIRST_PAGE: PageMap = { cursors: [undefined], rowsOfLast: undefined };

/** Returns the map after a page was read. If the page now ends elsewhere, the cursors after it are dropped. */
export const withPage = (map: PageMap, index: number, rows: number, nextCursor: string | null): PageMap => {
  if (index >= map.cursors.length) return map;
  const isSame =
    nextCursor === null
      ? index === map.cursors.length - 1 && map.rowsOfLast === rows
      : map.cursors[index + 1] === nextCursor;
  if (isSame) return map;
  const upToHere = map.cursors.slice(0, index + 1);
  return nextCursor === null
    ? { cursors: upToHere, rowsOfLast: rows }
    : { cursors: [...upToHere, nextCursor], rowsOfLast: undefined };
};

/** Returns the number of known rows. */
export const knownRows = ({ cursors, rowsOfLast }: PageMap): number =>
  (cursors.length - 1) * PAGE_ROWS + (rowsOfLast ?? PAGE_ROWS);

/** Returns the pages that hold a range of rows. */
export const pagesOf = (first: number, last: number, { cursors }: PageMap): number[] => {
  const from = Math.floor(Math.max(first, 0) / PAGE_ROWS);
  const to = Math.min(Math.floor(Math.max(last, 0) / PAGE_ROWS), cursors.length - 1);
  return Array.from({ length: Math.max(to - from + 1, 0) }, (_, offset) => from + offset);
};

type AnsweredPage = readonly [index: number, rows: number, nextCursor: string | null];

/** Keeps the page map of a list for as long as the query is the same. */
const usePageMap = (asked: string) => {
  const [found, setFound] = useState({ asked, map: FIRST_PAGE });
  const map: PageMap = found.asked === asked ? found.map : FIRST_PAGE;
  const note = useCallback(
    (answered: readonly AnsweredPage[]) =>
      setFound((before) => {
        const from = before.asked === asked ? before.map : FIRST_PAGE;
        return { asked, map: answered.reduce((now, page) => withPage(now, ...page), from) };
      }),
    [asked],
  );
  return { map, note };
};

/** Loads the explorer's rows near the viewport. */
export const useActivity = (filters: ActivityFilters, firstRow: number, lastRow: number) => {
  const { weir } = useServices();
  const client = useQueryClient();
  const { map, note } = usePageMap(JSON.stringify(filters));
  // Previous rows stay while a filter changes, so that nothing jumps.
  const first = useQuery({ ...pageQuery(weir, filters, undefined), placeholderData: keepPreviousData });
  const pages = pagesOf(firstRow, lastRow, map).filter((index) => index > 0);
  const further = useQueries({ queries: pages.map((index) => pageQuery(weir, filters, map.cursors[index])) });

  const answers = [
    { index: 0, data: first.isPlaceholderData ? undefined : first.data },
    ...further.map(({ data }, at) => ({ index: pages[at] ?? 0, data })),
  ];
  // Compared as text, since each render makes new objects.
  const answered = answers.flatMap(({ index, data }): AnsweredPage[] =>
    data === undefined ? [] : [[index, data.streams.length, data.nextCursor]],
  );
  const signature = JSON.stringify(answered);
  useEffect(() => note(JSON.parse(signature) as AnsweredPage[]), [signature, note]);

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
    isGrouped: isGrouped(filters),
    retry: () => void client.refetchQueries({ queryKey: ['activity'] }),
  };
};
