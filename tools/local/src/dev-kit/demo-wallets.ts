import type { DevnetControl } from '@weir/devnet';
import { createWallet, type Wallet } from '@weir/wallet';

export const DEMO_NAMES = ['alice', 'bob', 'carol'] as const;
type DemoName = (typeof DEMO_NAMES)[number];

/** Coins of each: a transaction that begins a token category spends one with index 0, which every payment of the faucet has. */
const COINS = 10;
const COIN_SATOSHIS = 1_000_000_000n;

export type DemoWallets = Readonly<Record<DemoName, Wallet>>;

/** Creates the wallets of the documents' examples. Everybody can know their keys. */
export const createDemoWallets = (): DemoWallets => {
  const named = (name: DemoName) => createWallet({ privateKey: `weir demo ${name}` });
  return { alice: named('alice'), bob: named('bob'), carol: named('carol') };
};

/** Pays each demo wallet ten coins of 10 BCH. */
export const fundDemoWallets = async (wallets: DemoWallets, control: DevnetControl): Promise<void> => {
  for (const { address } of Object.values(wallets))
    for (let coin = 0; coin < COINS; coin += 1) await control.fund(address, COIN_SATOSHIS);
  await control.mine();
};

/**
 * Returns the variables that the documents' examples use, as lines of a shell: URLs, and the address and public key of each
 * demo wallet.
 */
export const demoVariables = (wallets: DemoWallets, urls: { readonly api: string; readonly devKit: string }): string =>
  [
    `API=${urls.api}`,
    `DEV=${urls.devKit}/dev`,
    ...DEMO_NAMES.flatMap((name) => {
      const { address, publicKeyHex } = wallets[name];
      const variable = name.toUpperCase();
      return [`${variable}=${address}`, `${variable}_KEY=${publicKeyHex}`];
    }),
    '',
  ].join('\n');
