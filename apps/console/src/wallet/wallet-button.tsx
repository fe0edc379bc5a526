import { Button } from '../ui/button.js';
import { openWalletMenu } from './wallet-menu-state.js';

/** Opens the menu where wallets are connected, from wherever one is needed. */
export const WalletButton = () => (
  <Button look="main" onClick={openWalletMenu}>
    Connect a wallet
  </Button>
);
