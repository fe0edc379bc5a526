import { Link } from '@tanstack/react-router';
import { useServices } from '../api/services.js';
import { msg, t } from '../language/text.js';
import { PublicTreasuries } from '../records/public-treasuries.js';
import { StatusBadge } from '../ui/badge.js';
import { buttonClass } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { usePageTitle } from '../ui/hooks.js';
import { Row } from '../ui/layout.js';
import { PagesCard, usePages } from '../ui/pages.js';
import { Waiting } from '../ui/states.js';
import { Amount, Title } from '../ui/values.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { type ConnectedWallet, useIsReconnecting, useWallet } from '../wallet/wallet-store.js';
import styles from './vault.module.css';
import { useWaiting } from './waiting-badge.js';
import { WaitsForYou } from './waits-for-you.js';

const ROWS = 50;
const ROLES = { creator: msg('You opened it'), signer: msg('You sign'), viewer: msg('You can view it') } as const;

/** Lists all vaults that a wallet may see, its own first. */
const Vaults = ({ connected }: { readonly connected: ConnectedWallet }) => {
  const { weir } = useServices();
  const pages = usePages(
    ['vaults', connected.address],
    (cursor, options) => weir.vaults.page({ limit: ROWS, ...cursor }, connected.wallet, options),
    ({ all }) => all,
  );
  return (
    <PagesCard title={t('Yours, and those you may see')} pages={pages} waiting={t('Looking up your treasuries…')}>
      {(vaults) =>
        vaults.length === 0 ? (
          <p>
            {t(
              'None yet. Open one, or send your key to the person who wants you as a signer. The treasury then appears here.',
            )}
          </p>
        ) : (
          <ul>
            {vaults.map(({ id, name, role, isSigner, status, currentBalanceBase }) => (
              <li key={id}>
                <Link to="/vaults/$id" params={{ id }} className={styles['vault']}>
                  <span>
                    <strong>
                      <Title text={name} />
                    </strong>
                    <br />
                    <span className={styles['note']}>
                      {role === 'creator' && isSigner ? t('You opened it, and are a signer') : t(ROLES[role])}
                    </span>
                  </span>
                  <Amount base={currentBalanceBase} of="BCH" />
                  <StatusBadge status={status} />
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </PagesCard>
  );
};

/** Page of the user's vaults. */
const VaultsPage = () => {
  usePageTitle(t('Treasuries'));
  const connected = useWallet();
  const isReconnecting = useIsReconnecting();
  const isWaitingFirst = useWaiting(connected, true).isLoading;
  return (
    <>
      <Row gap={12} align="center" justify="space-between">
        <h1>{t('Treasuries')}</h1>
        <Link to="/vaults/new" className={buttonClass('main')}>
          {t('New treasury')}
        </Link>
      </Row>
      {isReconnecting && <Waiting what={t('Connecting your wallet…')} />}
      {connected === undefined && !isReconnecting && (
        <Card title={t('A treasury of several people')}>
          <p>
            {t(
              'A treasury holds coins and tokens. Two of its three signers sign every payment, each in their own wallet. Connect a wallet to see your treasuries.',
            )}
          </p>
          <div>
            <WalletButton />
          </div>
        </Card>
      )}
      {connected === undefined && !isReconnecting && <PublicTreasuries />}
      {connected !== undefined && (
        <>
          <WaitsForYou connected={connected} />
          {/* What is above it comes first. */}
          <div hidden={isWaitingFirst}>
            <Vaults connected={connected} />
          </div>
        </>
      )}
    </>
  );
};

export default VaultsPage;
