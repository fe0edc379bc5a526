/** By it spreadsheets know that a file is UTF-8. Our readers of lists skip it. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Yields the pieces of a CSV file that people open in a spreadsheet: a byte order mark, then its text. */
export async function* csvFile(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  yield* pieces;
}
