/** Number of rows in a page. */
export const PAGE_ROWS = 50;

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
