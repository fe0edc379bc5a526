import type { createWallet as CreateWallet } from '@weir/wallet';
import { bytesToHex, hexToBytes } from '../format/hex.js';
import { approve, asksFirst } from './approvals.js';
import { setWallet } from './wallet-store.js';

const KEY = 'weir:local-key';
const HEX_KEY = /^[0-9a-f]{64}$/;

/** Whether an in-page wallet is stored in this browser. */
export const hasLocalWallet = (): boolean => HEX_KEY.test(localStorage.getItem(KEY) ?? '');

type Prefix = NonNullable<Parameters<typeof CreateWallet>[0]['prefix']>;
const PREFIXES: readonly Prefix[] = ['bchtest', 'bchreg'];

/**
 * Checks that the key is still stored, since funds in contracts would be lost with a key that is not; then asks the user, if they
 * have chosen to be asked.
 *
 * @throws Error where the stored key is gone or another one, or the user declines
 */
const beforeSigning = async (key: string, what: string): Promise<void> => {
  if (localStorage.getItem(KEY) !== key)
    throw new Error('its key is gone from this browser’s storage, or is another one now: reload the page');
  if (asksFirst()) await approve(what);
};

/**
 * Connects the in-page wallet, creating it where there is none: only on chains whose coins are worthless, since any
 * script on the page can read its key.
 *
 * @param addressPrefix the chain's prefix
 * @throws Error on chains whose coins have value
 */
export const connectLocalWallet = async (addressPrefix: string): Promise<void> => {
  const prefix = PREFIXES.find((one) => one === addressPrefix);
  if (prefix === undefined) throw new Error('The wallet in the page is only for test chains');
  const kept = localStorage.getItem(KEY) ?? '';
  const key = HEX_KEY.test(kept) ? kept : bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
  localStorage.setItem(KEY, key);
  // Loaded on demand, since its cryptography is large.
  const { createWallet } = await import('@weir/wallet');
  const keyed = createWallet({ privateKey: hexToBytes(key), prefix });
  setWallet({
    kind: 'local',
    wallet: {
      getAddresses: () => keyed.getAddresses(),
      async signTransaction(request) {
        await beforeSigning(key, request.userPrompt);
        return keyed.signTransaction(request);
      },
      async signMessage(message) {
        await beforeSigning(key, message);
        return keyed.signMessage(message);
      },
    },
    address: keyed.address,
    disconnect: () => {
      setWallet(undefined);
      sessionStorage.setItem(LEFT, 'yes');
      return Promise.resolve();
    },
  });
  sessionStorage.removeItem(LEFT);
};

/** Marks that the user disconnected: the key stays, but is not reconnected automatically. */
const LEFT = 'weir:local-left';

/** Reconnects what was connected before a reload. */
export const reconnectLocalWallet = async (addressPrefix: string): Promise<void> => {
  if (hasLocalWallet() && sessionStorage.getItem(LEFT) === null) await connectLocalWallet(addressPrefix);
};
