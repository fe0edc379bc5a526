import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from './button.js';

/**
 * Queries a list page by page.
 *
 * @param read requests the page after a cursor, the first without one
 * @returns with the rows read so far, undefined before the first page, and the button for more of them
 */
export const usePages = <Page extends { readonly nextCursor: string | null }, Row>(
  queryKey: readonly unknown[],
  read: (cursor: { readonly cursor?: string }, options: { readonly signal: AbortSignal }) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
) => {
  const { data, error, refetch, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) => read(cursor === null ? {} : { cursor }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const more = hasNextPage && (
    <Button small disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {isFetchingNextPage ? 'Loading more…' : 'More'}
    </Button>
  );
  return { rows: data?.pages.flatMap(rowsOf), error, retry: () => void refetch(), isPending, more };
};
