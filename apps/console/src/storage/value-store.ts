import { useSyncExternalStore } from 'react';

/** A value outside of the components, which those that use it follow. */
export interface Store<Value> {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  readonly use: () => Value;
}

export const createStore = <Value>(first: Value): Store<Value> => {
  let current = first;
  const listeners = new Set<() => void>();
  const get = (): Value => current;
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set(value) {
      current = value;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
};
