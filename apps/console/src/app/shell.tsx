import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useInfo } from '../api/services.js';
import { Button, buttonClass } from '../ui/button.js';
import styles from './shell.module.css';

const KEY = 'weir:theme';
type Theme = 'system' | 'light' | 'dark';
const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const SIGNS: Readonly<Record<Theme, string>> = { system: '◐', light: '○', dark: '●' };

const currentTheme = (): Theme => {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
};

/** Button that switches between the system's, the light and the dark theme. */
const ThemeSwitch = () => {
  const [theme, setTheme] = useState(currentTheme);
  const choose = (next: Theme): void => {
    if (next === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = next;
    localStorage.setItem(KEY, next);
    setTheme(next);
  };
  return (
    <Button
      look="quiet"
      small
      aria-label={`Theme: ${theme}. Change to ${NEXT[theme]}`}
      onClick={() => choose(NEXT[theme])}
    >
      <span aria-hidden="true">{SIGNS[theme]}</span>
    </Button>
  );
};

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
const useFocusRestore = (): void => {
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
const useRouteFocus = () => {
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

const ResumedActions = lazy(() => import('../actions/resumed-actions.js'));
const WalletMenu = lazy(() => import('../wallet/wallet-menu.js'));

const Search = () => {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const search = (event: SubmitEvent): void => {
    event.preventDefault();
    const query = text.trim();
    if (query !== '') void navigate({ to: '/search', search: { q: query } });
  };
  return (
    <form className={styles['search']} role="search" aria-label="Search" onSubmit={search}>
      <input
        type="search"
        aria-label="Search by address, id or transaction hash"
        placeholder="Address, id or hash"
        value={text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" small>
        Search
      </Button>
    </form>
  );
};

/** Names the network, except mainnet, so that nobody mistakes test coins for money. */
const Network = () => {
  const { data } = useInfo();
  if (data === undefined || data.network === 'mainnet') return null;
  return <span className={styles['network']}>{data.network}: coins without value</span>;
};

/** The layout around every page: header, navigation and footer. */
export const Shell = () => {
  const main = useRouteFocus();
  useFocusRestore();
  return (
    <>
      <a className={styles['skip']} href="#content">
        Skip to the content
      </a>
      <header className={styles['header']}>
        <div className={styles['bar']}>
          <Link to="/" className={styles['brand']}>
            <img src="/favicon.svg" alt="" width="26" height="26" />
            Weir
          </Link>
          <nav className={styles['nav']} aria-label="Main">
            <Link
              to="/"
              activeOptions={{ exact: true, includeSearch: false }}
              activeProps={{ className: styles['here'] }}
            >
              Explorer
            </Link>
            <Link to="/new" activeProps={{ className: styles['here'] }}>
              Create
            </Link>
            <Link to="/vaults" activeProps={{ className: styles['here'] }}>
              Vaults
            </Link>
          </nav>
          <Search />
          <div className={styles['tools']}>
            <ThemeSwitch />
            <Suspense
              fallback={
                // Never focusable: it is replaced as soon as the menu is loaded, and would take the focus with it.
                <button type="button" disabled className={buttonClass('plain', true)}>
                  Wallet…
                </button>
              }
            >
              <WalletMenu />
            </Suspense>
          </div>
        </div>
      </header>
      <main id="content" ref={main} tabIndex={-1} className={styles['main']}>
        <Suspense>
          <ResumedActions />
        </Suspense>
        <Outlet />
      </main>
      <footer className={styles['footer']}>
        <Network />
        <a href="/docs">API</a>
      </footer>
    </>
  );
};
