/** Waits. Rejects with the signal's reason as soon as it is aborted. */
export const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

/** Returns why a signal was aborted, as an error. */
const reasonOf = (signal: AbortSignal | undefined): Error => {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException('Aborted', 'AbortError');
};

/**
 * Caches a value that does not change. A failed read is repeated by the next call.
 *
 * @param first the value, where it is known already
 */
export const createCached = <Value>(read: () => Promise<Value>, first: Value | undefined): (() => Promise<Value>) => {
  let known: { readonly value: Value } | undefined = first === undefined ? undefined : { value: first };
  return async () => {
    known ??= { value: await read() };
    return known.value;
  };
};
