import type { Progress, Weir } from '@weir/client';
import type { DevnetControl } from '@weir/devnet';
import { DAY } from '@weir/lives';
import { createWallet, type Wallet } from '@weir/wallet';

/** Prints what happens, so that a newcomer can follow it on a terminal or in a log. */
interface Narrator {
  chapter(title: string): void;
  step(text: string): void;
  fact(name: string, value: string | number): void;
}

export const createNarrator = (write: (line: string) => void = console.log): Narrator => ({
  chapter: (title) => write(`\n━━ ${title}`),
  step: (text) => write(`  ▸ ${text}`),
  fact: (name, value) => write(`      ${name.padEnd(22)} ${value}`),
});

/** Formats satoshis as BCH with 8 decimals. */
export const bch = (satoshis: bigint): string => {
  const sign = satoshis < 0n ? '-' : '';
  const digits = (satoshis < 0n ? -satoshis : satoshis).toString().padStart(9, '0');
  return `${sign}${digits.slice(0, -8)}.${digits.slice(-8)} BCH`;
};

/** Formats an amount of a stream's asset. */
export const amountOf = (base: bigint, { token_type }: { readonly token_type: string }): string =>
  token_type === 'BCH' ? bch(base) : `${base.toLocaleString('en')} tokens`;

/** Formats a time of the chain's clock. */
const moment = (unixSeconds: number): string =>
  `${new Date(unixSeconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** What a chapter of the demo works with. */
export interface Fixture {
  readonly weir: Weir;
  readonly control: DevnetControl;
  /** URL of the dev kit, `http://127.0.0.1:port`. */
  readonly devKitUrl: string;
  readonly say: Narrator;
}

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
