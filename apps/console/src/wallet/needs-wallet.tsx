import type { ReactNode } from 'react';
import { t } from '../language/text.js';
import { Empty, Waiting } from '../ui/states.js';
import { WalletButton } from './wallet-button.js';
import { useIsReconnecting } from './wallet-store.js';

/** Shown on pages about one's own money while no wallet is connected. */
export const NeedsWallet = ({ children }: { readonly children: ReactNode }) =>
  useIsReconnecting() ? (
    <Waiting what={t('Connecting your wallet…')} />
  ) : (
    <Empty title={t('Connect a wallet')}>
      <p>{children}</p>
      <WalletButton />
    </Empty>
  );
