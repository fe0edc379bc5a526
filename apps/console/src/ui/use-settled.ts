import { useEffect, useEffectEvent, useState } from 'react';

/** A value once it has stopped changing for a while: who types is not asked after every key. Compared by what it says. */
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
