import { setTimeout as sleep } from 'node:timers/promises';
import type { Weir } from '@weir/client';
import type { DevnetControl } from '@weir/devnet';
import { controlledChain, type Stage } from '@weir/lives';
import { createWallet, type Wallet } from '@weir/wallet';
import type { Client } from './client.js';

/** A record that a client got an answer about, to be checked at the end. */
export interface Answered {
  readonly path: string;
  readonly caller: string | undefined;
  /** Statuses it may have by then. */
  readonly statuses: readonly string[];
}

export interface Fixture {
  /** The typed client, measured. */
  readonly weir: Weir;
  /** The raw API, for requests that no client would send and for reading records. */
  readonly client: Client;
  readonly control: DevnetControl;
  /** Records of successful answers. */
  readonly answered: Answered[];
  /** Whether the traffic has ended. */
  readonly isOver: () => boolean;
}

export const BCH = 100_000_000n;

let wallets = 0;

export const openWallet = async ({ control }: Fixture, ...coins: readonly bigint[]): Promise<Wallet> => {
  wallets += 1;
  const wallet = createWallet({ privateKey: `soak ${process.pid} ${wallets}` });
  for (const satoshis of coins) await control.fund(wallet.address, satoshis);
  return wallet;
};

/** Returns the stage on which records live. */
export const stageOf = ({ weir, control }: Fixture): Stage<Weir> => ({ weir, chain: controlledChain(control) });

/** Waits until the chain's clock has advanced this far, or the traffic has ended. */
export const passTime = async (fixture: Fixture, seconds: number): Promise<void> => {
  const { chain } = stageOf(fixture);
  const end = (await chain.now()) + seconds;
  while (!fixture.isOver() && (await chain.now()) < end) await sleep(500);
};

/** Waits for a number of blocks, or for the end of the traffic. */
export const passBlocks = async (fixture: Fixture, count: number): Promise<void> => {
  const end = (await fixture.control.info()).tip.height + count;
  while (!fixture.isOver() && (await fixture.control.info()).tip.height < end) await sleep(500);
};
