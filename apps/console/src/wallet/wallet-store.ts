import { useSyncExternalStore } from 'react';
import type { Wallet } from '@weir/client';

/** A wallet that is connected. */
export interface ConnectedWallet {
  readonly kind: 'local' | 'walletconnect';
  readonly wallet: Wallet;
  /** The address it is known by. */
  readonly address: string;
  disconnect(): Promise<void>;
}

let current: ConnectedWallet | undefined;
const listeners = new Set<() => void>();

export const setWallet = (wallet: ConnectedWallet | undefined): void => {
  current = wallet;
  for (const listener of listeners) listener();
};

/** The wallet that is connected, if one is. */
export const useWallet = (): ConnectedWallet | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
