/**
 * Work that is done once for all who ask for it at the same time.
 *
 * @param freshMs for how long what came of it is given again, milliseconds; 0 while it is under way only
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
