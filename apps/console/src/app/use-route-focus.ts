import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Moves the focus to the content after navigation, for users of a keyboard or a screen reader. @returns the ref of `main` */
export const useRouteFocus = () => {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    // Not on the first load, where the browser begins at the top of the document.
    if (before.current !== undefined && before.current !== path) main.current?.focus({ preventScroll: true });
    before.current = path;
  }, [path]);
  return main;
};
