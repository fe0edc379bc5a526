import type { Network } from '@weir/covenants';

/** The present time, Unix seconds. */
export interface ChainClock {
  readonly now: () => number;
  /** Learns of a tip's time, Unix seconds. */
  readonly note: (tipTime: number) => void;
}

const wallClock = (): number => Math.floor(Date.now() / 1000);

/**
 * Creates the clock for everything that becomes due on a chain. On public networks it is the machine's. A devnet's time
 * is moved forward at will; by the machine's clock nothing would become due, and new transactions would look backdated.
 * There the clock follows the tip, and is never behind the machine's.
 */
export const createChainClock = (network: Network, wall: () => number = wallClock): ChainClock => {
  let ahead = 0;
  return {
    now: () => wall() + ahead,
    note(tipTime) {
      if (network === 'devnet') ahead = Math.max(0, tipTime - wall());
    },
  };
};
