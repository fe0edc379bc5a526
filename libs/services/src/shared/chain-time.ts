import { usableLocktime } from '@weir/covenants';
import type { ChainReader } from '@weir/infra';

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
export const usableTime = async ({ chain, now }: TimeSource): Promise<bigint> =>
  usableLocktime(await chain.tip(), now());

/** Returns {@link usableTime}, but for display only: the clock's time where no Electrum server answers. */
export const viewTime = async (source: TimeSource): Promise<bigint> => {
  try {
    return await usableTime(source);
  } catch {
    return BigInt(source.now());
  }
};
