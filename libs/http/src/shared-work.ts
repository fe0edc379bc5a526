/**
 * Returns a function whose concurrent callers share one run of the work.
 *
 * @param freshMs how long a result is reused afterwards, milliseconds; 0 shares only the run in progress
 */
export const shareWork = <T>(work: () => Promise<T>, freshMs = 0): (() => Promise<T>) => {
  let current: Promise<T> | undefined;
  return () => {
    if (current !== undefined) return current;
    const begun = work();
    current = begun;
    const forget = (): void => {
      current = undefined;
    };
    begun.then(() => (freshMs === 0 ? forget() : void setTimeout(forget, freshMs).unref()), forget);
    return begun;
  };
};
