import type { Network } from '@weir/covenants';

/** What time it is, Unix seconds. */
export interface ChainClock {
  readonly now: () => number;
  /** Learns of a tip's time, Unix seconds. */
  readonly note: (tipTime: number) => void;
}

const wallClock = (): number => Math.floor(Date.now() / 1000);

/**
 * A clock for everything that becomes due on a chain. On public networks it is the machine's. A devnet's time is moved on at
 * will, and whoever went on by the machine's would say that nothing has become due and that what was just sent is dated
 * back: there it goes with the tip, and is never behind the machine's.
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
