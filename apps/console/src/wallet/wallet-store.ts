import { isSameAddress, type Wallet } from '@weir/client';
import { t } from '../language/text.js';
import { createStore } from '../storage/value-store.js';
import type { ConnectorId } from './connector.types.js';
import { keptSession } from './kept-session.js';

/** The connected wallet. */
export interface ConnectedWallet {
  /** How it is reached. */
  readonly connector: ConnectorId;
  readonly wallet: Wallet;
  /** Its first address, which it is known by. */
  readonly address: string;
  /** All of its addresses. */
  readonly addresses: readonly string[];
  disconnect(): Promise<void>;
}

/** The connected wallet, if any. */
export const walletStore = createStore<ConnectedWallet | undefined>(undefined);
export const useWallet = walletStore.use;

/** Whether the wallet that was connected before a reload was looked for. */
export const reconnected = createStore(false);

/** Whether the wallet may still be on its way after a reload: pages wait rather than ask for one. */
export const useIsReconnecting = (): boolean => {
  const [wallet, isOver] = [useWallet(), reconnected.use()];
  return wallet === undefined && !isOver && keptSession() !== undefined;
};

/** Whether the wallet menu is open. */
export const walletMenu = createStore(false);

/** Whether an address, in any format, is one of a wallet's. */
export const owns = (
  wallet: Pick<ConnectedWallet, 'addresses'> | undefined,
  address: string | undefined,
): wallet is ConnectedWallet =>
  address !== undefined && wallet?.addresses.some((own) => isSameAddress(own, address)) === true;

/** Returns a function that gives "you" for the connected wallet's addresses, in any format. */
export const useRole = (): ((address: string) => string | undefined) => {
  const wallet = useWallet();
  return (address) => (owns(wallet, address) ? t('you') : undefined);
};
