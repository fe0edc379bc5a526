import { createWallet } from '@weir/wallet';
import { bytesToHex, hexToBytes } from '../../format/identifiers.js';
import { approve, asksFirst } from '../approvals.js';
import type { Connection, CreateConnector } from '../connector.types.js';
import { keepLocalKey, localKey } from './local-key.js';

type Prefix = NonNullable<Parameters<typeof createWallet>[0]['prefix']>;
const PREFIXES: readonly Prefix[] = ['bchtest', 'bchreg'];

/**
 * Checks that the key is still stored, since funds in contracts would be lost with a key that is not; then asks the user, if they
 * have chosen to be asked.
 *
 * @throws Error where the stored key is gone or another one, or the user declines
 */
const beforeSigning = async (key: string, what: string): Promise<void> => {
  if (localKey() !== key)
    throw new Error('its key is gone from this browser’s storage, or is another one now: reload the page');
  if (asksFirst()) await approve(what);
};

const connectionOf = (key: string, prefix: Prefix): Connection => {
  const keyed = createWallet({ privateKey: hexToBytes(key), prefix });
  return {
    addresses: [keyed.address],
    // Its key stays when it is disconnected.
    kept: null,
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
    disconnect: () => Promise.resolve(),
  };
};

/** The in-page wallet: only on chains whose coins are worthless, since any script on the page can read its key. */
export const createConnector: CreateConnector = ({ addressPrefix }) => {
  const prefix = PREFIXES.find((one) => one === addressPrefix);
  if (prefix === undefined) throw new Error('The wallet in the page is only for test chains');
  return {
    connect() {
      const key = localKey() ?? bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
      keepLocalKey(key);
      return Promise.resolve(connectionOf(key, prefix));
    },
    restore() {
      const key = localKey();
      return Promise.resolve(key === undefined ? undefined : connectionOf(key, prefix));
    },
  };
};
