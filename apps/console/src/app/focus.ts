import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Elements that take the focus when the focused button is removed: the nearest ancestor that is left. */
const PARTS = 'section, main, [role="dialog"], [role="alertdialog"]';

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Focuses an element that is not focusable otherwise, until it loses the focus. */
const focusPart = (part: HTMLElement): void => {
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1;
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  }
  part.focus({ preventScroll: true });
};

/**
 * Moves the focus to the nearest part of the page when the focused element is removed, as buttons are once their action is done;
 * otherwise keyboard users would start again at the top of the page. Dialogs restore it themselves where their trigger is left.
 */
export const useFocusRestore = (): void => {
  useEffect(() => {
    let around: readonly HTMLElement[] = [];
    let last: Element | undefined;
    let frame = 0;
    const note = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return;
      last = target;
      around = [];
      for (let part = target.closest<HTMLElement>(PARTS); part !== null;) {
        around = [...around, part];
        part = part.parentElement?.closest<HTMLElement>(PARTS) ?? null;
      }
    };
    const keep = (): void => {
      if (last === undefined || last.isConnected || !isNowhere()) return;
      const part = around.find((one) => one.isConnected) ?? document.querySelector<HTMLElement>('main');
      last = undefined;
      if (part !== null) focusPart(part);
    };
    const stop = new AbortController();
    document.addEventListener('focusin', note, { signal: stop.signal });
    const observer = new MutationObserver(() => {
      if (last === undefined || last.isConnected) return;
      // A closing dialog restores the focus first.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(keep);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      stop.abort();
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
};

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
