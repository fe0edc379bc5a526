import type { Network } from '@weir/covenants';

/** Blocks before which nobody can have announced anything: those of late October 2026, where the first covenant was made. */
const STARTS: Readonly<Record<Network, number>> = {
  mainnet: 973_000,
  chipnet: 325_000,
  testnet3: 1_720_000,
  testnet4: 330_000,
  regtest: 0,
  devnet: 0,
};

/** The first block to index where START_HEIGHT names none. */
export const defaultStartHeight = (network: Network): number => STARTS[network];
