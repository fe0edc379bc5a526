import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

export const setWalletMenu = (open: boolean): void => {
  isOpen = open;
  for (const listener of listeners) listener();
};

export const openWalletMenu = (): void => setWalletMenu(true);

/** Returns whether the wallet menu is open. */
export const useWalletMenu = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
  );
