import { Link } from '@tanstack/react-router';
import { useServices } from '../api/services.js';
import { StatusBadge } from '../ui/badge.js';
import { buttonClass } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { usePageTitle } from '../ui/hooks.js';
import { PagesCard, usePages } from '../ui/pages.js';
import { Amount } from '../ui/values.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet, type ConnectedWallet } from '../wallet/wallet-store.js';
import styles from './vault.module.css';
import { WaitsForYou } from './waits-for-you.js';

const ROWS = 50;
const ROLES = { creator: 'You opened it', signer: 'You sign', viewer: 'You may look' } as const;

/** Lists all vaults that a wallet may see, its own first. */
const Vaults = ({ connected }: { readonly connected: ConnectedWallet }) => {
  const { weir } = useServices();
  const pages = usePages(
    ['vaults', connected.address],
    (cursor, options) => weir.vaults.page({ limit: ROWS, ...cursor }, connected.wallet, options),
    ({ all }) => all,
  );
  return (
    <PagesCard title="Yours, and those you may see" pages={pages} waiting="Looking up your treasuries…">
      {(vaults) =>
        vaults.length === 0 ? (
          <p>
            None yet. Open one, or send your key to whoever wants you as a signer: it shows up here when it is there.
          </p>
        ) : (
          <ul>
            {vaults.map(({ id, name, role, isSigner, status, currentBalanceBase }) => (
              <li key={id}>
                <Link to="/vaults/$id" params={{ id }} className={styles['vault']}>
                  <span>
                    <strong>{name}</strong>
                    <br />
                    <span className={styles['note']}>
                      {ROLES[role]}
                      {role === 'creator' && isSigner && ', and are a signer'}
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
  usePageTitle('Treasuries');
  const connected = useWallet();
  return (
    <>
      <div className={styles['head']}>
        <h1>Treasuries</h1>
        <Link to="/vaults/new" className={buttonClass('main')}>
          New treasury
        </Link>
      </div>
      {connected === undefined ? (
        <Card title="A treasury of several people">
          <p>
            A treasury holds coins and tokens. Whatever leaves it is signed by two of its three signers, each in a
            wallet of their own. Connect a wallet to see those you belong to.
          </p>
          <div>
            <WalletButton />
          </div>
        </Card>
      ) : (
        <>
          <WaitsForYou connected={connected} />
          <Vaults connected={connected} />
        </>
      )}
    </>
  );
};

export default VaultsPage;
