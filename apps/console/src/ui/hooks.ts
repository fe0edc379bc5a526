import { useEffect, useEffectEvent, useState } from 'react';

/** Sets the document's title. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Weir`;
  }, [title]);
};

/**
 * Debounces a value: returns it once it has not changed for some milliseconds, so that typing does not cause a request per key.
 * Values are compared by content.
 */
export const useDebounced = <Value>(value: Value, milliseconds: number): Value => {
  const [debounced, setDebounced] = useState(value);
  const take = useEffectEvent(() => setDebounced(value));
  const text = JSON.stringify({ value });
  useEffect(() => {
    const timer = setTimeout(take, milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return debounced;
};
