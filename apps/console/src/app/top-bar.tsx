import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useInfo } from '../api/services.js';
import { withTexts } from '../language/load.js';
import { t } from '../language/text.js';
import { ThemeSwitch } from '../settings/theme-switch.js';
import { Button, buttonClass } from '../ui/button.js';
import { hiddenBelow, Row } from '../ui/layout.js';
import { WalletControl } from '../wallet/wallet-control.js';
import { ScopeSwitch } from './scope-switch.js';
import styles from './top-bar.module.css';

const load = withTexts(() => import('./palette.js'));
const Palette = lazy(load);

/** Button of the command palette, which Ctrl+K opens, too. */
const PaletteButton = () => {
  const [isOpen, setOpen] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  const show = (isShown: boolean): void => {
    setOpen(isShown);
    if (isShown) setLoaded(true);
  };
  useEffect(() => {
    const stop = new AbortController();
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        show(true);
      },
      { signal: stop.signal },
    );
    return () => stop.abort();
  }, []);
  return (
    <>
      <Button
        look="quiet"
        small
        aria-label={t('Search and commands')}
        aria-haspopup="dialog"
        title="Ctrl+K"
        onFocus={() => void load()}
        onPointerEnter={() => void load()}
        onClick={() => show(true)}
      >
        <Search size={18} aria-hidden="true" />
      </Button>
      {isLoaded && (
        <Suspense>
          <Palette isOpen={isOpen} onOpenChange={show} />
        </Suspense>
      )}
    </>
  );
};

/** What a page has around it: the app's navigation, the landing page's, or none, for those who follow a claim link. */
export type Layout = 'app' | 'landing' | 'claim';

/** Marks every page of a network whose coins have no value. It lies over the bar, so that nothing moves when the network is known. */
const TestMark = () => {
  const { data } = useInfo();
  if (data === undefined || data.network === 'mainnet') return null;
  return (
    <span className={styles['test']} role="note">
      <span>{t('Test: {network}', { network: data.network })}</span>
    </span>
  );
};

/** The bar at the top of each page. */
export const TopBar = ({ layout }: { readonly layout: Layout }) => (
  <Row
    as="header"
    isLine
    align="center"
    gap={16}
    pad="8px 24px"
    below={{ 900: { gap: 8, pad: '8px 12px' } }}
    className={styles['bar']}
  >
    <TestMark />
    {layout === 'claim' ? (
      <span className={styles['brand']}>
        <img src="/favicon.svg" alt="" width="28" height="28" /> Weir
      </span>
    ) : (
      <Link to="/" className={styles['brand']} aria-label="Weir">
        <img src="/favicon.svg" alt="" width="28" height="28" /> <span className={hiddenBelow(480)}>Weir</span>
      </Link>
    )}
    {layout === 'app' && <ScopeSwitch />}
    <Row isLine align="center" gap={4} below={{ 480: { gap: 0 } }} className={styles['tools']}>
      {layout === 'landing' && (
        <nav aria-label={t('Main')} className={hiddenBelow(360)}>
          <Link to="/explore" className={buttonClass('quiet', true)}>
            {t('Explore')}
          </Link>
        </nav>
      )}
      {layout !== 'claim' && <PaletteButton />}
      <ThemeSwitch />
      <WalletControl offersToConnect={layout !== 'claim'} />
    </Row>
  </Row>
);
