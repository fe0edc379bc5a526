const KEY = 'weir:local-key';
const HEX_KEY = /^[0-9a-f]{64}$/;

/** Returns the key of the in-page wallet, hex; undefined where this browser has none. */
export const localKey = (): string | undefined => {
  const kept = localStorage.getItem(KEY) ?? '';
  return HEX_KEY.test(kept) ? kept : undefined;
};

/** Whether an in-page wallet is stored in this browser. */
export const hasLocalWallet = (): boolean => localKey() !== undefined;

export const keepLocalKey = (key: string): void => localStorage.setItem(KEY, key);
