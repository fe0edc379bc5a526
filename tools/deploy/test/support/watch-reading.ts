/** A value that records which of its fields are read. */
export interface Watched {
  readonly watched: unknown;
  /** Returns the fields that were not read yet: `spec.replicsa`. */
  readonly unread: () => string[];
}

/** Wraps a JSON value so that reads of its fields are recorded at any depth. */
export const watchReading = (value: unknown): Watched => {
  const unread = new Set<string>();
  const wrap = (inner: unknown, path: string): unknown => {
    if (typeof inner !== 'object' || inner === null) return inner;
    const at = (key: string): string => (path === '' ? key : `${path}.${key}`);
    const wrapped = new Map(Object.entries(inner).map(([key, field]) => [key, wrap(field, at(key))]));
    if (!Array.isArray(inner)) for (const key of wrapped.keys()) unread.add(at(key));
    return new Proxy(inner, {
      get: (target, key) => {
        if (typeof key === 'string' && wrapped.has(key)) {
          unread.delete(at(key));
          return wrapped.get(key);
        }
        return Reflect.get(target, key) as unknown;
      },
    });
  };
  return { watched: wrap(value, ''), unread: () => [...unread] };
};
