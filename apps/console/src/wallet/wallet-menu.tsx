import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import { Link } from '@tanstack/react-router';
import { useInfo } from '../api/services.js';
import { t } from '../language/text.js';
import { Button, buttonClass } from '../ui/button.js';
import dialog from '../ui/dialog.module.css';
import { Row, Stack } from '../ui/layout.js';
import { Failed, Waiting } from '../ui/states.js';
import { Address } from '../ui/values.js';
import { setAsksFirst, useApprovals } from './approvals.js';
import { ConnectorPart } from './connector-part.js';
import { offersOf } from './connectors.js';
import { ReviewDialog } from './review-dialog.js';
import { useSite } from './use-site.js';
import { useWallet, walletMenu } from './wallet-store.js';

/** Asks before the in-page wallet signs, if the user has chosen that. */
const ApprovalDialog = () => {
  const { first } = useApprovals();
  return (
    <AlertDialog.Root open={first !== undefined} onOpenChange={(isOpen) => !isOpen && first?.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog['backdrop']} />
        <AlertDialog.Popup className={dialog['popup']}>
          <AlertDialog.Title className={dialog['title']}>{t('Sign this?')}</AlertDialog.Title>
          <AlertDialog.Description className={dialog['asked']}>{first?.what}</AlertDialog.Description>
          <Row gap={8} justify="end">
            <Button onClick={() => first?.answer(false)}>{t('Decline')}</Button>
            <Button look="main" onClick={() => first?.answer(true)}>
              {t('Sign')}
            </Button>
          </Row>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
};

/**
 * Menu with the connected wallet, or the ways to connect one; and the dialogs before something is signed.
 *
 * @param failure why the last wallet could not be reconnected
 */
const WalletMenu = ({ failure }: { readonly failure: unknown }) => {
  const wallet = useWallet();
  const isOpen = walletMenu.use();
  const { isAsking } = useApprovals();
  const { data: info, error, refetch } = useInfo();
  const site = useSite();
  return (
    <>
      <Dialog.Root open={isOpen} onOpenChange={walletMenu.set}>
        <Dialog.Portal>
          <Dialog.Backdrop className={dialog['backdrop']} />
          <Dialog.Popup className={dialog['popup']}>
            <Dialog.Title className={dialog['title']}>
              {wallet === undefined ? t('Connect a wallet') : t('Wallet')}
            </Dialog.Title>
            {failure !== undefined && <Failed error={failure} />}
            {wallet === undefined &&
              info === undefined &&
              (error === null ? (
                <Waiting what={t('Checking the network…')} />
              ) : (
                <Failed error={error} retry={() => void refetch()} />
              ))}
            {wallet === undefined &&
              site !== undefined &&
              offersOf(site).map((offer) => <ConnectorPart key={offer.id} offer={offer} site={site} />)}
            {wallet !== undefined && (
              <Stack as="section" gap={10} align="start" className={dialog['part']}>
                <Address address={wallet.address} />
                <Link to="/search" search={{ q: wallet.address }} onClick={() => walletMenu.set(false)}>
                  {t('Payments of this address')}
                </Link>
                {wallet.connector === 'local' && (
                  <p className={dialog['warning']}>
                    {t(
                      'Its key is stored in this browser. Use it only for test coins: clearing the storage deletes the key.',
                    )}
                  </p>
                )}
                {wallet.connector === 'local' && (
                  <Row as="label" isLine gap={10} align="center">
                    <input type="checkbox" checked={isAsking} onChange={({ target }) => setAsksFirst(target.checked)} />
                    {t('Ask before signing, like other wallets')}
                  </Row>
                )}
                <Button onClick={() => void wallet.disconnect()}>{t('Disconnect')}</Button>
              </Stack>
            )}
            <Row justify="end">
              <Dialog.Close className={buttonClass('plain')}>{t('Close')}</Dialog.Close>
            </Row>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <ReviewDialog />
      <ApprovalDialog />
    </>
  );
};

export default WalletMenu;
