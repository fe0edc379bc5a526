import { setTimeout as sleep } from 'node:timers/promises';
import type { DevnetControl } from '@weir/devnet';
import { createWallet, type Wallet } from '@weir/wallet';
import { RefusedError, type Client } from './client.js';

/** A record that a client was told of, to be compared at the end. */
export interface Told {
  readonly path: string;
  readonly caller: string | undefined;
  /** Its status may only have moved on to one of these. */
  readonly statuses: readonly string[];
}

/** What lives go on in. */
export interface Fixture {
  readonly client: Client;
  readonly control: DevnetControl;
  /** What clients were told with success. */
  readonly told: Told[];
  /** Whether the traffic is over. */
  readonly isOver: () => boolean;
}

export const BCH = 100_000_000n;
export const HOUR = 3_600;

let wallets = 0;

/** A new wallet with coins, which broadcasts by the API as a frontend does. */
export const openWallet = async ({ client, control }: Fixture, ...coins: readonly bigint[]): Promise<Wallet> => {
  wallets += 1;
  const broadcast = async (txHex: string): Promise<string> =>
    (await client.post<{ txid: string }>('/api/transactions/broadcast', { txHex })).txid;
  const wallet = createWallet({ privateKey: `soak ${process.pid} ${wallets}`, broadcast });
  for (const satoshis of coins) await control.fund(wallet.address, satoshis);
  return wallet;
};

/** The chain's median time past, Unix seconds. */
export const chainTime = async ({ control }: Fixture): Promise<number> => (await control.info()).tip.medianTimePast;

/** Waits until the chain's clock has come so far, or the traffic is over. */
export const passTime = async (fixture: Fixture, seconds: number): Promise<void> => {
  const end = (await chainTime(fixture)) + seconds;
  while (!fixture.isOver() && (await chainTime(fixture)) < end) await sleep(500);
};

/** Waits for so many blocks, or for the end of the traffic. */
export const passBlocks = async (fixture: Fixture, count: number): Promise<void> => {
  const end = (await fixture.control.info()).tip.height + count;
  while (!fixture.isOver() && (await fixture.control.info()).tip.height < end) await sleep(500);
};

/** Asks for something to sign, signs, and confirms; anew where somebody else was first. @returns the hash */
export const act = async <Built extends { readonly wcTransaction: object }>(
  wallet: Wallet,
  ask: () => Promise<Built>,
  confirm: (txHash: string, built: Built) => Promise<unknown>,
): Promise<string> => {
  for (let tries = 1; ; tries += 1) {
    try {
      const built = await ask();
      const { signedTransactionHash: txHash } = await wallet.signTransaction(built.wcTransaction);
      await confirm(txHash, built);
      return txHash;
    } catch (error) {
      // The chain moved in between: pushes and settlements of the watcher do that.
      const isRace =
        error instanceof RefusedError && (error.code === 'BROADCAST_REJECTED' || error.code === 'STATE_MOVED');
      if (!isRace || tries === 5) throw error;
    }
  }
};
