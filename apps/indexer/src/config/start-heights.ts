import type { Network } from '@weir/covenants';

/**
 * Blocks before which no contract can be: on the main network those before the scripts of May 2025, which the covenants
 * need. The other chains are short enough to be read from their beginning.
 */
const STARTS: Readonly<Partial<Record<Network, number>>> = { mainnet: 890_000 };

/** The first block to index where START_HEIGHT names none. */
export const defaultStartHeight = (network: Network): number => STARTS[network] ?? 0;
