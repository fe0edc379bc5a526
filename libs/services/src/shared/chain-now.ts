import { usableLocktime } from '@weir/covenants';
import type { TimeSource } from './chain-time.js';

/** The state of the chain, for display. */
export interface ChainNow {
  readonly height: number;
  readonly hash: string;
  /** Time of the newest block, Unix seconds. */
  readonly time: number;
  /** Unix seconds. */
  readonly medianTimePast: number;
  /** The time that all time-dependent figures are computed at, Unix seconds. */
  readonly asOf: number;
}

/** Reads the state of the chain; undefined while no Electrum server answers. */
export const readChainNow = async ({ chain, now }: TimeSource): Promise<ChainNow | undefined> => {
  try {
    const tip = await chain.tip();
    const { height, hash, time, medianTimePast } = tip;
    return { height, hash, time, medianTimePast, asOf: Number(usableLocktime(tip, now())) };
  } catch {
    return undefined;
  }
};
