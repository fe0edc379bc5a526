import { Button } from '../ui/button.js';
import { openWalletMenu } from './wallet-menu-state.js';

/** Button that opens the wallet menu. */
export const WalletButton = () => (
  <Button look="main" onClick={openWalletMenu}>
    Connect a wallet
  </Button>
);
