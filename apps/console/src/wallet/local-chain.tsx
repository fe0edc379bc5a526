import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { createWallet as CreateWallet } from '@weir/wallet';
import { useServices } from '../api/services.js';
import { bytesToHex, hexToBytes } from '../format/identifiers.js';
import { Button } from '../ui/button.js';
import dialog from '../ui/dialog.module.css';
import { approve, asksFirst } from './approvals.js';
import { walletStore } from './wallet-store.js';

const DAY = 86_400;
const TEN_BCH = 1_000_000_000n;
const STEPS: readonly (readonly [label: string, seconds: number])[] = [
  ['1 hour', 3_600],
  ['1 day', DAY],
  ['30 days', 30 * DAY],
];

/** Controls of the local chain: faucet, mining and time. */
export const LocalChain = ({ address }: { readonly address: string | undefined }) => {
  const { dev } = useServices().weir;
  const client = useQueryClient();
  const [said, setSaid] = useState('');
  const run = async (doing: string, done: string, act: () => Promise<unknown>): Promise<void> => {
    setSaid(doing);
    try {
      await act();
      setSaid(done);
      await client.invalidateQueries();
    } catch (error) {
      setSaid(
        `${error instanceof Error ? error.message : 'The local chain does not answer'}. Is npm start still running?`,
      );
    }
  };
  /** Pays from the faucet and mines a block, so that the payment is confirmed at once. */
  const pay = async (to: string): Promise<void> => {
    await dev.faucet(to, TEN_BCH);
    await dev.mine();
  };
  return (
    <section className={dialog['part']}>
      <h3>Local chain</h3>
      <div className={dialog['row']}>
        {address !== undefined && (
          <Button small onClick={() => void run('Paying…', '10 BCH are in the wallet.', () => pay(address))}>
            Get 10 BCH
          </Button>
        )}
        <Button small onClick={() => void run('Mining…', 'A block was mined.', () => dev.mine())}>
          Mine a block
        </Button>
      </div>
      <div className={dialog['row']}>
        {STEPS.map(([label, seconds]) => (
          <Button
            key={label}
            small
            onClick={() => void run('Letting time pass…', `${label} passed on the chain.`, () => dev.passTime(seconds))}
          >
            Let {label} pass
          </Button>
        ))}
      </div>
      <p role="status">{said}</p>
    </section>
  );
};

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
  walletStore.set({
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
      walletStore.set(undefined);
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
