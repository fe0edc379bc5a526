import { kept } from '../../storage/kept.js';

const KEY = 'weir:local-key';
const HEX_KEY = /^[0-9a-f]{64}$/;

/** Returns the key of the in-page wallet, hex; undefined where this browser has none. */
export const localKey = (): string | undefined => {
  const key = kept.get(KEY) ?? '';
  return HEX_KEY.test(key) ? key : undefined;
};

/** Whether an in-page wallet is stored in this browser. */
export const hasLocalWallet = (): boolean => localKey() !== undefined;

export const keepLocalKey = (key: string): void => void kept.set(KEY, key);
