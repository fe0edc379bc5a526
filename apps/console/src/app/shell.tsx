import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { useInfo, useServices } from '../api/services.js';
import { withTexts } from '../language/load.js';
import { t } from '../language/text.js';
import { isBlocked, unkeptKeys } from '../storage/kept.js';
import { Button } from '../ui/button.js';
import { SignInContext } from '../ui/sign-in-context.js';
import { useSignIn } from '../wallet/use-sign-in.js';
import { isTestChain } from '../wallet/use-site.js';
import { useWallet } from '../wallet/wallet-store.js';
import { useFocusRestore, useRouteFocus } from './focus.js';
import { OfflineBanner } from './offline-banner.js';
import { Rail } from './rail.js';
import styles from './shell.module.css';
import { type Layout, TopBar } from './top-bar.js';

const ResumedActions = lazy(() => import('../actions/resumed-actions.js'));
const LoadPlanNames = lazy(() => import('../wallet/load-plan-names.js'));
const BrowserNotice = lazy(withTexts(() => import('./browser-notice.js')));
const TestChain = lazy(withTexts(() => import('../wallet/local/test-chain.js')));

/** Names the network, except mainnet, so that nobody mistakes test coins for money; with the tools of a local chain. */
const Network = ({ hasTools }: { readonly hasTools: boolean }) => {
  const { data } = useInfo();
  const { devKitUrl } = useServices().settings;
  const [isOpen, setOpen] = useState<boolean>();
  const button = useRef<HTMLButtonElement>(null);
  if (data === undefined || data.network === 'mainnet') return null;
  return (
    <>
      <span className={styles['network']}>{t('{network}: coins without value', { network: data.network })}</span>
      {hasTools && devKitUrl !== null && isTestChain(data) && (
        <Button ref={button} small aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('Test chain')}
        </Button>
      )}
      {isOpen !== undefined && (
        // Once loaded it stays, so that it gives the focus back.
        <Suspense>
          <TestChain isOpen={isOpen} onOpenChange={setOpen} button={button} />
        </Suspense>
      )}
    </>
  );
};

const layoutOf = (path: string): Layout => {
  if (path === '/') return 'landing';
  return path.startsWith('/claim/') ? 'claim' : 'app';
};

/** The layout around every page: bar, navigation and footer. */
export const Shell = () => {
  const main = useRouteFocus();
  const { settings } = useServices();
  const connected = useWallet();
  useFocusRestore();
  const unkept = unkeptKeys.use();
  const isLacking = isBlocked || unkept.length > 0 || !('WebAssembly' in globalThis);
  const layout = useRouterState({ select: ({ location }) => layoutOf(location.pathname) });
  return (
    <>
      <a className={styles['skip']} href="#content">
        {t('Skip to the content')}
      </a>
      <OfflineBanner />
      {isLacking && (
        <Suspense>
          <BrowserNotice />
        </Suspense>
      )}
      <TopBar layout={layout} />
      <div className={styles[layout]}>
        {layout === 'app' && <Rail />}
        <div className={styles['page']}>
          <main id="content" ref={main} tabIndex={-1} className={styles['main']}>
            <SignInContext value={useSignIn()}>
              <Suspense>
                <ResumedActions />
                {/* Mounted as long as the wallet is there: what it has read goes with it. */}
                {connected !== undefined && <LoadPlanNames />}
              </Suspense>
              <Outlet />
            </SignInContext>
          </main>
          <footer className={styles['footer']}>
            <Network hasTools={layout !== 'claim'} />
            {layout !== 'claim' && settings.guideUrl !== null && <a href={settings.guideUrl}>{t('Guide')}</a>}
            {layout !== 'claim' && <a href={settings.docsUrl}>{t('API')}</a>}
          </footer>
        </div>
      </div>
    </>
  );
};
