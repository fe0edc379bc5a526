import type { Dev } from '@weir/client';
import type { Chain } from './stage.js';

/** The chain of a local stack, by its dev kit. */
export const devChain = (dev: Dev): Chain => ({
  now: async () => (await dev.chain()).medianTimePast,
  passTime: (seconds) => dev.passTime(seconds),
  mine: (blocks) => dev.mine(blocks),
  fund: (address, satoshis) => dev.faucet(address, satoshis),
});

/** What steers a devnet; see `DevnetControl` of `@weir/devnet`. */
interface Control {
  info(): Promise<{ readonly tip: { readonly medianTimePast: number } }>;
  passTime(seconds: number): Promise<unknown>;
  mine(count?: number): Promise<unknown>;
  fund(to: string, satoshis: bigint): Promise<unknown>;
}

/** The chain of a devnet. */
export const controlledChain = (control: Control): Chain => ({
  now: async () => (await control.info()).tip.medianTimePast,
  passTime: (seconds) => control.passTime(seconds),
  mine: (blocks) => control.mine(blocks),
  fund: (address, satoshis) => control.fund(address, satoshis),
});
