import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Debounces a value: returns it once it has not changed for some milliseconds, so that typing does not cause a request per key.
 * Values are compared by content.
 */
export const useSettled = <Value>(value: Value, milliseconds: number): Value => {
  const [settled, setSettled] = useState(value);
  const take = useEffectEvent(() => setSettled(value));
  const text = JSON.stringify({ value });
  useEffect(() => {
    const timer = setTimeout(take, milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return settled;
};
