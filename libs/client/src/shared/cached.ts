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
