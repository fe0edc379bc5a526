import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Returns a value once it has stopped changing for a while, so that typing does not cause a request per key. Compared
 * by content.
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
