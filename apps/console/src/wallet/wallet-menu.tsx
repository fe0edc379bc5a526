import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useInfo, useServices } from '../api/services.js';
import { shortAddress } from '../format/identifiers.js';
import { Button, buttonClass } from '../ui/button.js';
import dialog from '../ui/dialog.module.css';
import { Failed, Waiting } from '../ui/states.js';
import { Address } from '../ui/values.js';
import { setAsksFirst, useApprovals } from './approvals.js';
import { keptSession } from './kept-session.js';
import { connectLocalWallet, hasLocalWallet, LocalChain, reconnectLocalWallet } from './local-chain.js';
import { ReviewDialog } from './review-dialog.js';
import { WalletConnect } from './wallet-connect.js';
import { useWallet, walletMenu } from './wallet-store.js';

/** Asks before the in-page wallet signs, if the user has chosen that. */
const ApprovalDialog = () => {
  const { first } = useApprovals();
  return (
    <AlertDialog.Root open={first !== undefined} onOpenChange={(isOpen) => !isOpen && first?.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog['backdrop']} />
        <AlertDialog.Popup className={dialog['popup']}>
          <AlertDialog.Title className={dialog['title']}>Sign this?</AlertDialog.Title>
          <AlertDialog.Description className={dialog['asked']}>{first?.what}</AlertDialog.Description>
          <div className={dialog['actions']}>
            <Button onClick={() => first?.answer(false)}>Decline</Button>
            <Button look="main" onClick={() => first?.answer(true)}>
              Sign
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
};

const TEST_PREFIXES: readonly (string | undefined)[] = ['bchtest', 'bchreg'];
const isTestPrefix = (prefix: string | undefined): boolean => TEST_PREFIXES.includes(prefix);

/** Reconnects what was connected before a reload. WalletConnect's code is loaded only where it was in use. */
const reconnect = async (prefix: string, network: string, projectId: string | null): Promise<void> => {
  if (projectId !== null && keptSession() !== undefined) {
    const { reconnectByWalletConnect } = await import('./connect-by-wallet-connect.js');
    await reconnectByWalletConnect(projectId, network);
  } else if (isTestPrefix(prefix)) await reconnectLocalWallet(prefix);
};

/** Menu with the connected wallet, or the ways to connect one. */
const WalletMenu = () => {
  const wallet = useWallet();
  const isOpen = walletMenu.use();
  const { isAsking } = useApprovals();
  const { settings } = useServices();
  const { data: info, error, refetch } = useInfo();
  const prefix = info?.addressPrefix;
  const isTestChain = isTestPrefix(prefix);
  const [failure, setFailure] = useState<unknown>();
  const network = info?.network;
  const { walletConnectProjectId } = settings;
  useEffect(() => {
    if (prefix === undefined || network === undefined) return;
    void reconnect(prefix, network, walletConnectProjectId).catch(setFailure);
  }, [prefix, network, walletConnectProjectId]);

  return (
    <>
      <Dialog.Root open={isOpen} onOpenChange={walletMenu.set}>
        <Dialog.Trigger className={buttonClass(wallet === undefined ? 'main' : 'plain', true)}>
          {wallet === undefined ? 'Connect wallet' : shortAddress(wallet.address)}
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Backdrop className={dialog['backdrop']} />
          <Dialog.Popup className={dialog['popup']}>
            <Dialog.Title className={dialog['title']}>
              {wallet === undefined ? 'Connect a wallet' : 'Wallet'}
            </Dialog.Title>
            {failure !== undefined && <Failed error={failure} />}
            {wallet === undefined &&
              info === undefined &&
              (error === null ? (
                <Waiting what="Asking the service which network this is…" />
              ) : (
                <Failed error={error} retry={() => void refetch()} />
              ))}
            {wallet === undefined && isTestChain && prefix !== undefined && (
              <section className={dialog['part']}>
                <h3>Wallet in this page</h3>
                <p>
                  Its key is kept in this browser’s storage, readable for every script of this site. It is for test
                  chains: never keep anything of value in it.
                </p>
                <Button
                  look="main"
                  onClick={() => {
                    setFailure(undefined);
                    void connectLocalWallet(prefix).catch(setFailure);
                  }}
                >
                  {hasLocalWallet() ? 'Use the wallet of this page' : 'Make a wallet in this page'}
                </Button>
              </section>
            )}
            {wallet === undefined && info !== undefined && (
              <WalletConnect projectId={settings.walletConnectProjectId} network={info.network} />
            )}
            {wallet !== undefined && (
              <section className={dialog['part']}>
                <Address address={wallet.address} />
                <Link to="/search" search={{ q: wallet.address }} onClick={() => walletMenu.set(false)}>
                  What this address sends and receives
                </Link>
                {wallet.kind === 'local' && (
                  <p className={dialog['warning']}>
                    Its key lies in this browser’s storage. For test coins alone: whoever clears the storage loses it.
                  </p>
                )}
                {wallet.kind === 'local' && (
                  <label className={dialog['choice']}>
                    <input type="checkbox" checked={isAsking} onChange={({ target }) => setAsksFirst(target.checked)} />
                    Ask me before it signs, as other wallets do
                  </label>
                )}
                <Button onClick={() => void wallet.disconnect()}>Disconnect</Button>
              </section>
            )}
            {settings.devKitUrl !== null && isTestChain && <LocalChain address={wallet?.address} />}
            <Dialog.Close className={buttonClass('quiet')}>Close</Dialog.Close>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <ReviewDialog />
      <ApprovalDialog />
    </>
  );
};

export default WalletMenu;
