/** Reads once what does not change; a reading that failed is tried again by the next who asks. */
export const createCached = <Value>(read: () => Promise<Value>, first: Value | undefined): (() => Promise<Value>) => {
  let known: { readonly value: Value } | undefined = first === undefined ? undefined : { value: first };
  return async () => {
    known ??= { value: await read() };
    return known.value;
  };
};
