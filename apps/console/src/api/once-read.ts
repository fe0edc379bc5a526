/** What is asked of a query before it is read again. */
interface Read {
  readonly state: { readonly data?: unknown };
}

/**
 * Returns how often a query is read again, once it was read. One that failed from the first is read aside (`startReadingAgain`): its page
 * would wait without a word each time it asked itself.
 *
 * @param everyMs milliseconds
 */
export const onceRead =
  (everyMs: number) =>
  ({ state: { data } }: Read): number | false =>
    data === undefined ? false : everyMs;
