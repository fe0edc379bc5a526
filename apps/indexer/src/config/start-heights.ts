import type { Network } from '@weir/covenants';

/**
 * Heights before which no contract can exist: on mainnet the upgrade of May 2025, which the covenants need. The other
 * chains are short enough to be read from the beginning.
 */
const STARTS: Readonly<Partial<Record<Network, number>>> = { mainnet: 890_000 };

/** Returns the first block to index where START_HEIGHT is not set. */
export const defaultStartHeight = (network: Network): number => STARTS[network] ?? 0;
