import type { Progress, Weir } from '@weir/client';
import type { DevnetControl } from '@weir/devnet';
import { createWallet, type Wallet } from '@weir/wallet';
import { bch, moment, type Narrator } from './narrator.js';

/** What a chapter of the demo works with. */
export interface Fixture {
  readonly weir: Weir;
  readonly control: DevnetControl;
  /** URL of the dev kit, `http://127.0.0.1:port`. */
  readonly devKitUrl: string;
  readonly say: Narrator;
}

const DAY = 86_400;

/** Opens a named wallet that signs as a user's wallet would. */
export const openWallet = async ({ control, say }: Fixture, name: string, satoshis: bigint): Promise<Wallet> => {
  const wallet = createWallet({ privateKey: `weir demo ${name} ${Date.now()}` });
  if (satoshis > 0n) await control.fund(wallet.address, satoshis);
  await control.mine();
  say.step(`${name} has a wallet`);
  say.fact('address', wallet.address);
  say.fact('balance', bch(satoshis));
  return wallet;
};

/** Returns the balance of an address including the mempool, satoshis. */
export const balanceOf = async ({ control }: Fixture, address: string): Promise<bigint> => {
  const balance = (await control.call('blockchain.address.get_balance', address, 'include_tokens')) as {
    confirmed: number;
    unconfirmed: number;
  };
  return BigInt(balance.confirmed) + BigInt(balance.unconfirmed);
};

/** Returns the base units of a category that an address holds, including the mempool. */
export const tokensOf = async ({ control }: Fixture, address: string, category: string): Promise<bigint> => {
  const coins = (await control.call('blockchain.address.listunspent', address, 'tokens_only')) as readonly TokenCoin[];
  return coins.reduce(
    (sum, { token_data: token }) => (token.category === category ? sum + BigInt(token.amount ?? 0) : sum),
    0n,
  );
};

/** A coin with tokens as `blockchain.address.listunspent` returns it. */
interface TokenCoin {
  readonly token_data: { readonly category: string; readonly amount?: string };
}

/** Advances the chain's clock and mines until its median time past has followed. */
export const passDays = async ({ control, say }: Fixture, days: number): Promise<void> => {
  await control.passTime(days * DAY);
  say.step(`${days} days pass, and the chain's median time follows`);
  say.fact('chain time', moment((await control.info()).tip.medianTimePast));
};

/** Returns the chain's median time past, Unix seconds, by which everything vests. */
export const chainTime = async ({ control }: Fixture): Promise<number> => (await control.info()).tip.medianTimePast;

/** Polls until there is an answer, for things others do (a watcher's refund, an index that lags). */
export const until = async <T>(what: string, ask: () => Promise<T | undefined>): Promise<T> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Waited in vain for ${what}`);
};

/** Creates a progress listener that shows the hash of a sent transaction. */
export const showHash =
  ({ say }: Fixture) =>
  (progress: Progress): void => {
    if (progress.step === 'confirming') say.fact('transaction', progress.txHash);
  };
