/** An answer with one page of a list, and the cursor of the next. */
export interface Page {
  readonly nextCursor: string | null;
}

/** Iterates over all rows of a list, reading page by page. */
export async function* allRows<Answer extends Page, Row>(
  read: (cursor: string | undefined) => Promise<Answer>,
  rowsOf: (page: Answer) => readonly Row[],
): AsyncGenerator<Row, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield* rowsOf(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** Rows read at a time. */
export const PAGE = 100;
