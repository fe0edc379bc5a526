/** An answer with one page of a list, and where the next one starts. */
export interface Page {
  readonly nextCursor: string | null;
}

/** All rows of a list, page by page as they are asked for. */
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

/** Rows asked for at a time. */
export const PAGE = 100;
