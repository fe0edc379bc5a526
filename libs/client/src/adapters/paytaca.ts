import type { WcTransaction } from '../shared/amounts.js';
import type { SignedTransaction, Wallet } from '../wallet.js';

/** The part that is used of what Paytaca's browser extension puts into pages, `window.paytaca`. */
export interface PaytacaProvider {
  /** Asks the user which address the page may use; undefined where its window was closed. */
  connect(): Promise<{ readonly connected: boolean; readonly address?: string } | undefined>;
  /** Whether this site is connected. */
  connected(): Promise<boolean>;
  /** The connected address; undefined where the site is not connected. */
  address(assetId: 'bch'): Promise<string | undefined>;
  /** Undefined where the user declined, or the site is not connected. */
  signMessage(request: {
    readonly assetId: 'bch';
    readonly message: string;
    readonly userPrompt?: string;
  }): Promise<string | undefined>;
  /** Undefined where the user declined, or the site is not connected. */
  signTransaction(request: WcTransaction & { readonly assetId: 'bch' }): Promise<SignedTransaction | undefined>;
  disconnect(): Promise<unknown>;
  /** `addressChanged` comes with the address that is connected now, or undefined. */
  on(event: 'addressChanged', listener: (address: string | undefined) => void): void;
}

/** EIP-1193's code for a request that the user rejected. */
const REJECTED = 4_001;

/** Returns an answer; the extension has none where its user declined. */
const answered = <Answer>(answer: Answer | undefined): Answer => {
  if (answer === undefined) throw Object.assign(new Error('It was declined in Paytaca'), { code: REJECTED });
  return answer;
};

/**
 * Returns the wallet of a site that Paytaca's extension is connected to. It signs by the connected address alone, and for
 * contracts only where they are P2SH and the last push of the input is the script that they are locked by.
 */
export const paytacaWallet = (provider: PaytacaProvider): Wallet => ({
  getAddresses: async () => [answered(await provider.address('bch'))],
  signTransaction: async (request) => answered(await provider.signTransaction({ ...request, assetId: 'bch' })),
  signMessage: async (message) =>
    answered(await provider.signMessage({ assetId: 'bch', message, userPrompt: message.split('\n')[0] ?? '' })),
});

/**
 * Connects a site to Paytaca's extension, which asks its user unless it is connected already.
 *
 * @throws Error where the user declines
 */
export const connectPaytaca = async (provider: PaytacaProvider): Promise<Wallet> => {
  if (!(await provider.connected())) {
    const answer = await provider.connect();
    if (answer?.connected !== true) answered(undefined);
  }
  return paytacaWallet(provider);
};
