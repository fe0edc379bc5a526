import { createPaytacaExtension, type PaytacaExtension } from '@weir/local/paytaca';
import { startPhoneWallet, startRelay } from '@weir/local/wallet-connect';
import { startHdWallet, startNostrRelay, type HdWallet, type NostrRelay } from '@weir/local/wizard-connect';
import { createWallet } from '@weir/wallet';
import { vouchFor, WITH_WALLET_CONNECT } from '../scenarios/wallet-connect.js';
import type { ChooseWallet } from './by-clicking.js';
import type { ConsolePage } from './page.js';

/** The wallets' ends of all connectors. Each page that chooses one gets a wallet of its own. */
export interface WalletEnds {
  /** Settings of the API by which the console reaches them. */
  readonly settings: Readonly<Record<string, string>>;
  readonly choose: Readonly<Record<'WalletConnect' | 'WizardConnect' | 'Paytaca', ChooseWallet>>;
  readonly nostr: NostrRelay;
  /** The wallet that was chosen last by WizardConnect. */
  readonly hdWallet: () => HdWallet;
  /** The extension of the page that chose Paytaca last. */
  readonly paytaca: () => PaytacaExtension;
  stop(): Promise<void>;
}

const codeIn = async ({ page }: ConsolePage): Promise<string> => {
  const link = page.getByRole('link', { name: 'Open it in a wallet on this device' });
  return (await link.getAttribute('href')) ?? '';
};

/** Starts relays on this machine, with the wallets that are reached by them. */
export const startWalletEnds = async (): Promise<WalletEnds> => {
  const relay = await startRelay();
  const nostr = await startNostrRelay();
  const stops: (() => Promise<void>)[] = [];
  let number = 0;
  const nextKey = (): string => `console wallet ${(number += 1)}`;
  let hdWallet: HdWallet | undefined;
  let paytaca: PaytacaExtension | undefined;
  const last = <One>(one: One | undefined): One => {
    if (one === undefined) throw new Error('No page has chosen it');
    return one;
  };
  return {
    settings: {
      ...WITH_WALLET_CONNECT,
      CONSOLE_WALLETCONNECT_RELAY_URL: relay.url,
      CONSOLE_WIZARDCONNECT_RELAY_URL: nostr.url,
    },
    choose: {
      async WalletConnect(one) {
        await vouchFor(one);
        const wallet = createWallet({ privateKey: nextKey() });
        const phone = await startPhoneWallet({ relayUrl: relay.url, wallet, chain: 'bch:bchtest' });
        stops.push(() => phone.stop());
        await one.page.getByRole('button', { name: 'Connect by WalletConnect' }).click();
        await phone.pair(await codeIn(one));
      },
      async WizardConnect(one) {
        const wallet = startHdWallet(nextKey());
        hdWallet = wallet;
        stops.push(() => {
          wallet.endSessions();
          return Promise.resolve();
        });
        await one.page.getByRole('button', { name: 'Connect by WizardConnect' }).click();
        wallet.pair(await codeIn(one));
      },
      async Paytaca(one) {
        const { page } = one;
        paytaca = createPaytacaExtension(createWallet({ privateKey: nextKey() }));
        await paytaca.install(page);
        // Extensions are there before the page.
        await page.reload();
        await page.getByRole('button', { name: 'Connect wallet' }).click();
        // What is in the browser is offered first.
        await page.getByRole('button', { name: 'Connect Paytaca' }).waitFor();
        expect(await page.getByRole('dialog').getByRole('heading', { level: 3 }).first().innerText()).toBe(
          'Paytaca in this browser',
        );
        await page.getByRole('button', { name: 'Connect Paytaca' }).click();
      },
    },
    nostr,
    hdWallet: () => last(hdWallet),
    paytaca: () => last(paytaca),
    async stop() {
      for (const stop of stops) await stop();
      await relay.stop();
      await nostr.stop();
    },
  };
};
