/** Rows of a page. */
export const PAGE_ROWS = 50;

/**
 * Where the pages of an endless list begin, as far as they were found. Rows themselves are kept only while they are near
 * the window, so that memory does not grow with the list: of a million rows 20,000 short cursors.
 */
export interface PageMap {
  /** Of page n; the first has none. */
  readonly cursors: readonly (string | undefined)[];
  /** Rows of the last page that is known to exist; undefined while it was not read. */
  readonly rowsOfLast: number | undefined;
}

export const FIRST_PAGE: PageMap = { cursors: [undefined], rowsOfLast: undefined };

/** The map after a page was read. A page that ends elsewhere than before makes those behind it begin elsewhere: they are found anew. */
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

/** How many rows there are to scroll over, as far as is known. */
export const knownRows = ({ cursors, rowsOfLast }: PageMap): number =>
  (cursors.length - 1) * PAGE_ROWS + (rowsOfLast ?? PAGE_ROWS);

/** The pages that rows from one to another lie on. */
export const pagesOf = (first: number, last: number, { cursors }: PageMap): number[] => {
  const from = Math.floor(Math.max(first, 0) / PAGE_ROWS);
  const to = Math.min(Math.floor(Math.max(last, 0) / PAGE_ROWS), cursors.length - 1);
  return Array.from({ length: Math.max(to - from + 1, 0) }, (_, offset) => from + offset);
};
