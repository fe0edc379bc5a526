/** What is asked of a query before it is read again. */
interface Read {
  readonly state: { readonly data?: unknown };
}

/**
 * Returns how often a query is read again by itself, once it was read. One that failed from the first stays as it is: its page says so
 * and offers to ask again, and would wait without a word each time it asked by itself.
 *
 * @param everyMs milliseconds
 */
export const onceRead =
  (everyMs: number) =>
  ({ state: { data } }: Read): number | false =>
    data === undefined ? false : everyMs;
