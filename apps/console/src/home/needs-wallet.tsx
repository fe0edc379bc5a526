import type { ReactNode } from 'react';
import { t } from '../language/text.js';
import { Empty } from '../ui/states.js';
import { WalletButton } from '../wallet/wallet-button.js';

/** Shown on pages about one's own money while no wallet is connected. */
export const NeedsWallet = ({ children }: { readonly children: ReactNode }) => (
  <Empty title={t('Connect a wallet')}>
    <p>{children}</p>
    <WalletButton />
  </Empty>
);
