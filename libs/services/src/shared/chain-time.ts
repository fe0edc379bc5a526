import { usableLocktime } from '@weir/covenants';
import type { ChainReader, ListTopic } from '@weir/infra';

/** Blocks on top of a transaction's own that make it final: nodes refuse longer reorganisations. */
export const FINAL_DEPTH = 10;

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
export const readChainNow = async ({ chain }: Pick<TimeSource, 'chain'>): Promise<ChainNow | undefined> => {
  try {
    const tip = await chain.tip();
    const { height, hash, time, medianTimePast } = tip;
    return { height, hash, time, medianTimePast, asOf: Number(usableLocktime(tip)) };
  } catch {
    return undefined;
  }
};

/** The sources of the time: the chain, and the machine's clock where no server answers. */
export interface TimeSource {
  readonly chain: Pick<ChainReader, 'tip'>;
  /** Unix seconds. */
  readonly now: () => number;
}

/**
 * Returns the time at which everything time-dependent is computed, Unix seconds: the latest locktime that a transaction
 * may carry now.
 *
 * @throws ChainUnavailableError
 */
export const usableTime = async ({ chain }: Pick<TimeSource, 'chain'>): Promise<bigint> =>
  usableLocktime(await chain.tip());

/** Returns {@link usableTime}, but for display only: the clock's time where no Electrum server answers. */
export const viewTime = async (source: TimeSource): Promise<bigint> => {
  try {
    return await usableTime(source);
  } catch {
    return BigInt(source.now());
  }
};

/**
 * Makes the stamp of an answer: the chain's time and the state of the topics it depends on. While the stamp stays the
 * same, the same request has the same answer.
 *
 * @param stateOf names the state of some topics in the database
 * @returns the stamp; undefined while the database is not available
 */
export const createViewStamp =
  (source: TimeSource, stateOf: (topics: readonly ListTopic[]) => Promise<string>) =>
  async (topics: readonly ListTopic[]): Promise<string | undefined> => {
    try {
      const [asOf, state] = await Promise.all([viewTime(source), stateOf(topics)]);
      return `${asOf.toString()}/${state}`;
    } catch {
      return undefined;
    }
  };
