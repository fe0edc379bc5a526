import { t } from '../language/text.js';
import { Stack } from '../ui/layout.js';
import { useIsReconnecting, useWallet } from '../wallet/wallet-store.js';
import styles from './claim-page.module.css';

/** Wallets that the page reaches from a phone. */
const WALLETS = [
  ['Cashonize', 'https://cashonize.com'],
  ['Paytaca', 'https://www.paytaca.com'],
  ['Zapit', 'https://www.zapit.io'],
] as const;

/** Says where those who have no wallet get one. */
export const GetWallet = () => {
  const isReconnecting = useIsReconnecting();
  if (useWallet() !== undefined || isReconnecting) return null;
  return (
    <details>
      <summary>{t('New here? Get a wallet')}</summary>
      <p>{t('Install one and create a wallet in it. Then come back and connect it. It costs nothing.')}</p>
      <p>{t('Is its address not on the list? Then this page writes a message for the person who invited you.')}</p>
      <Stack as="ul" gap={8} pad="8px 0">
        {WALLETS.map(([name, url]) => (
          <li key={name}>
            <a href={url} target="_blank" rel="noreferrer">
              {name} <span className={styles['note']}>{t('(opens in a new tab)')}</span>
            </a>
          </li>
        ))}
      </Stack>
    </details>
  );
};
