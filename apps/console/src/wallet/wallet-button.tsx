import { Button } from '../ui/button.js';
import { walletMenu } from './wallet-store.js';

/** Button that opens the wallet menu. */
export const WalletButton = () => (
  <Button look="main" onClick={() => walletMenu.set(true)}>
    Connect a wallet
  </Button>
);
