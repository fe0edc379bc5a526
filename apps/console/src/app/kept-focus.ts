import { useEffect } from 'react';

/** Parts of a page that take the keyboard where the button that had it is gone: the nearest around it. */
const PARTS = 'section, main, [role="dialog"], [role="alertdialog"]';

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Lets a part of the page have the keyboard for as long as it does. */
const focusPart = (part: HTMLElement): void => {
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1;
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  }
  part.focus({ preventScroll: true });
};

/**
 * Keeps the keyboard where it was: buttons vanish when what they did is done, which would leave who uses no mouse at the top of
 * the page. Dialogs give it back by themselves, as far as what opened them is still there.
 */
export const useKeptFocus = (): void => {
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
      // A dialog that closes gives it back first.
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
