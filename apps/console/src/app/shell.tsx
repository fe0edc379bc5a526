import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useInfo } from '../api/info.js';
import { Button, buttonClass } from '../ui/button.js';
import styles from './shell.module.css';
import { ThemeSwitch } from './theme-switch.js';
import { useFocusRestore } from './use-focus-restore.js';

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
