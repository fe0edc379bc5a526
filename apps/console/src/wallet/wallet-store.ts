import { useSyncExternalStore } from 'react';
import type { Wallet } from '@weir/client';

/** The connected wallet. */
export interface ConnectedWallet {
  readonly kind: 'local' | 'walletconnect';
  readonly wallet: Wallet;
  /** Its first address. */
  readonly address: string;
  disconnect(): Promise<void>;
}

let current: ConnectedWallet | undefined;
const listeners = new Set<() => void>();

export const setWallet = (wallet: ConnectedWallet | undefined): void => {
  current = wallet;
  for (const listener of listeners) listener();
};

/** Returns the connected wallet, if any, to code that is no component. */
export const connectedWallet = (): ConnectedWallet | undefined => current;

/** Returns the connected wallet, if any. */
export const useWallet = (): ConnectedWallet | undefined =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, connectedWallet);
