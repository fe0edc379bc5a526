import type { SignClient } from '@walletconnect/sign-client';

/** What WalletConnect's client keeps its sessions in. */
type SessionStorage = NonNullable<NonNullable<Parameters<typeof SignClient.init>[0]>['storage']>;

/** Makes a place for sessions of WalletConnect in memory, for browsers that have no databases: as long as the page. */
export const createSessionStorage = (): SessionStorage => {
  const values = new Map<string, unknown>();
  return {
    getKeys: () => Promise.resolve([...values.keys()]),
    getEntries: <Value>() => Promise.resolve([...values] as [string, Value][]),
    getItem: <Value>(key: string) => Promise.resolve(values.get(key) as Value | undefined),
    setItem(key, value) {
      values.set(key, value);
      return Promise.resolve();
    },
    removeItem(key) {
      values.delete(key);
      return Promise.resolve();
    },
  };
};
