import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../language/text.js';
import { Button } from './button.js';
import { Card } from './card.js';
import { NotUpdated } from './not-updated.js';
import { Failed, Waiting } from './states.js';

/** A list that is read page by page. */
export interface Pages<Row, Page = unknown> {
  /** As they were read; empty before the first. */
  readonly read: readonly Page[];
  /** Undefined before the first page. */
  readonly rows: readonly Row[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly isPending: boolean;
  /** The button for more rows. */
  readonly more: ReactNode;
  /** Reads the next page; undefined where there is none, and while one is read. */
  readonly readMore: (() => void) | undefined;
}

/**
 * Queries a list page by page.
 *
 * @param read requests the page after a cursor, the first without one
 * @returns with the rows read so far
 */
export const usePages = <Page extends { readonly nextCursor: string | null }, Row>(
  queryKey: readonly unknown[],
  read: (cursor: { readonly cursor?: string }, options: { readonly signal: AbortSignal }) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
): Pages<Row, Page> => {
  const { data, error, refetch, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) => read(cursor === null ? {} : { cursor }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const more = hasNextPage && (
    <Button small disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {isFetchingNextPage ? t('Loading more…') : t('More')}
    </Button>
  );
  const pages = data?.pages;
  return {
    read: pages ?? [],
    rows: pages?.flatMap(rowsOf),
    error,
    retry: () => void refetch(),
    isPending,
    more,
    readMore: hasNextPage && !isFetchingNextPage && error === null ? () => void fetchNextPage() : undefined,
  };
};

/** Returns the query of a list's pages, which has its rows once the first page is read. */
export const queryOf = <Row,>({ rows, error, retry }: Pages<Row>) => ({
  data: rows,
  error,
  refetch() {
    retry();
    return Promise.resolve();
  },
});

/** Height of a list while it loads, pixels: that of three rows. */
const HEIGHT = 192;

interface PagesCardProps<Row> {
  readonly title: string;
  /** Shown beside the title. */
  readonly aside?: ReactNode;
  readonly pages: Pages<Row>;
  /** What is said while the first page comes. */
  readonly waiting: string;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** The rows of a list that is read page by page, with what failed and the button for more of them. */
export const PagesCard = <Row,>({ title, aside, pages, waiting, children }: PagesCardProps<Row>) => (
  <Card title={title} aside={aside}>
    {pages.error !== null && pages.rows === undefined && (
      <Failed error={pages.error} retry={pages.retry} height={HEIGHT} />
    )}
    {pages.isPending && <Waiting what={waiting} height={HEIGHT} />}
    {pages.rows !== undefined && children(pages.rows)}
    {pages.more}
    <NotUpdated data={pages.rows} error={pages.error} retry={pages.retry} />
  </Card>
);
