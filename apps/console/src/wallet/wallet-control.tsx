import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useServices } from '../api/services.js';
import { shortAddress } from '../format/identifiers.js';
import { withTexts } from '../language/load.js';
import { t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { hiddenBelow } from '../ui/layout.js';
import { useApprovals } from './approvals.js';
import { keptSession } from './kept-session.js';
import { useReview } from './reviews.js';
import { useSite } from './use-site.js';
import { type ConnectedWallet, reconnected, useWallet, walletMenu } from './wallet-store.js';

const load = withTexts(() => import('./wallet-menu.js'));
const WalletMenu = lazy(load);
const loadConnect = withTexts(() => import('./connect.js'));

/** A wallet's address, of which a phone shows the end. */
const OwnAddress = ({ address }: { readonly address: string }) => {
  const [start, end] = shortAddress(address).split('…');
  return (
    <bdi>
      <span className={hiddenBelow(480)}>{start}</span>…{end}
    </bdi>
  );
};

/**
 * Button of the wallet menu. Reconnects the last wallet; the dialogs are loaded once one of them opens.
 *
 * @param offersToConnect whether it is there without a wallet, too
 */
export const WalletControl = ({ offersToConnect }: { readonly offersToConnect: boolean }) => {
  const wallet = useWallet();
  const site = useSite();
  const { weir } = useServices();
  const [failure, setFailure] = useState<unknown>();
  const signedIn = useRef<ConnectedWallet>(undefined);
  useEffect(() => {
    const before = signedIn.current;
    signedIn.current = wallet;
    // The next user of this tab is not signed in by the wallet that has left.
    if (before !== undefined && before.address !== wallet?.address) before.addresses.forEach(weir.signOut);
  }, [wallet, weir]);
  const isWanted = [walletMenu.use(), useReview() !== undefined, useApprovals().first !== undefined].includes(true);
  const [isLoaded, setLoaded] = useState(false);
  // Once loaded they stay, so that a dialog that closes gives the focus back.
  if (isWanted && !isLoaded) setLoaded(true);
  useEffect(() => {
    if (keptSession() === undefined) return;
    // Loaded while the site is asked for.
    void loadConnect()
      .then(async ({ reconnect }) => {
        if (site === undefined) return;
        await reconnect(site);
        reconnected.set(true);
      })
      .catch((error: unknown) => {
        reconnected.set(true);
        setFailure(error);
      });
  }, [site]);
  return (
    <>
      {(offersToConnect || wallet !== undefined) && (
        <Button
          look="plain"
          small
          aria-haspopup="dialog"
          aria-label={wallet && shortAddress(wallet.address)}
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
          onClick={() => walletMenu.set(true)}
        >
          {wallet === undefined ? t('Connect wallet') : <OwnAddress address={wallet.address} />}
        </Button>
      )}
      {isLoaded && (
        <Suspense>
          <WalletMenu failure={failure} />
        </Suspense>
      )}
    </>
  );
};
