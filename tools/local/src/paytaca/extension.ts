import type { Page } from 'playwright-core';
import type { Wallet } from '@weir/wallet';
import { type PaytacaRequest, signAsPaytaca } from './sign-as-paytaca.js';

/** A browser with Paytaca's extension, whose user approves all that they are asked. */
export interface PaytacaExtension {
  /** Methods that pages called, in their order. */
  readonly asked: readonly string[];
  /** Puts `window.paytaca` into all documents that a page loads from now on. */
  install(page: Page): Promise<void>;
  /** Has its user close the next window without an answer. */
  declineNext(): void;
  /** Has its user choose another address, or none, for the connected site. */
  choose(page: Page, wallet: Wallet | undefined): Promise<void>;
}

/**
 * Runs in pages. What it calls and what comes back is as in Paytaca's own script (`src-bex/js/dom-hooks.ts`): requests become JSON,
 * and there is no answer where the user declines or the site is not connected.
 */
const IN_PAGE = `(() => {
  if (window.paytaca !== undefined) return;
  const listeners = new Set();
  const notify = (address) => { for (const listener of listeners) listener(address); };
  const ask = (method, params) => window.askPaytaca(method, JSON.stringify(params ?? {})).then((answer) => {
    const { value, error } = JSON.parse(answer);
    if (error !== undefined) throw new Error(error);
    return value;
  });
  const whileConnected = async (method, params) => (await ask('connected')) ? ask(method, params) : undefined;
  window.notifyPaytaca = notify;
  window.paytaca = {
    on: (event, listener) => { if (event === 'addressChanged') listeners.add(listener); },
    off: (event, listener) => { listeners.delete(listener); },
    connected: () => ask('connected'),
    connect: async () => { const answer = await ask('connect'); notify(answer.address); return answer; },
    disconnect: async () => { const answer = await ask('disconnect'); notify(answer.address); return answer; },
    address: (assetId) => whileConnected('address', { assetId }),
    signMessage: (options) => whileConnected('signMessage', options),
    signTransaction: (options) => whileConnected('signTransaction', options),
  };
})()`;

/** Creates the extension, with one address. */
export const createPaytacaExtension = (first: Wallet): PaytacaExtension => {
  const asked: string[] = [];
  let wallet: Wallet | undefined = first;
  let isConnected = false;
  let isDeclining = false;
  const takeDecline = (): boolean => {
    const isIt = isDeclining;
    isDeclining = false;
    return isIt;
  };
  const state = () => ({ connected: isConnected, address: isConnected ? wallet?.address : undefined });
  const METHODS: Readonly<Record<string, (params: unknown) => unknown>> = {
    connected: () => isConnected,
    connect() {
      isConnected = !takeDecline();
      return state();
    },
    disconnect() {
      isConnected = false;
      return state();
    },
    address: () => wallet?.address,
    signMessage: (params) =>
      takeDecline() ? undefined : wallet?.signMessage((params as { readonly message: string }).message),
    signTransaction: (params) =>
      takeDecline() || wallet === undefined ? undefined : signAsPaytaca(wallet, params as PaytacaRequest),
  };
  const answer = async (method: string, params: string): Promise<string> => {
    if (method !== 'connected') asked.push(method);
    try {
      return JSON.stringify({ value: await METHODS[method]?.(JSON.parse(params)) });
    } catch (error) {
      return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
    }
  };
  return {
    asked,
    async install(page) {
      await page.exposeFunction('askPaytaca', answer);
      await page.addInitScript(IN_PAGE);
    },
    declineNext: () => void (isDeclining = true),
    async choose(page, chosen) {
      wallet = chosen;
      isConnected = chosen !== undefined;
      await page.evaluate(`window.notifyPaytaca(${JSON.stringify(chosen?.address)})`);
    },
  };
};
