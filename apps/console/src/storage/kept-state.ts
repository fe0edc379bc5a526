import { useState } from 'react';
import { keptInTab } from './kept.js';

/** Reads a kept value; undefined where it is not of the kind of another. */
const valueIn = <Value>(text: string | null, like: Value): Value | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return value !== null && typeof value === typeof like ? (value as Value) : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Holds what is typed in a small form. It is kept for this tab and the address of its page, so that it survives when the page is
 * loaded again; a form for a new record has a draft instead (`useKeptDraft`).
 *
 * @param name of the field, one of a page
 * @returns with a function that forgets it, once it was sent
 */
export const useKeptState = <Value extends string | object>(
  name: string,
  first: Value,
): readonly [value: Value, set: (value: Value) => void, forget: () => void] => {
  const [key] = useState(() => `weir:typed:${location.pathname}:${name}`);
  const [value, setValue] = useState(() => valueIn(keptInTab.get(key), first) ?? first);
  return [
    value,
    (next) => {
      setValue(next);
      keptInTab.set(key, JSON.stringify(next));
    },
    () => {
      setValue(first);
      keptInTab.remove(key);
    },
  ];
};
