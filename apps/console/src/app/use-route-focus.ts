import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Has the keyboard, and who hears the page, begin at the content of a page that was just opened. */
export const useRouteFocus = () => {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    // The first page of all begins at its top, as every document does.
    if (before.current !== undefined && before.current !== path) main.current?.focus({ preventScroll: true });
    before.current = path;
  }, [path]);
  return main;
};
