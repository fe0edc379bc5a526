import type { Network } from '@weir/covenants';
import { usableLocktime } from '@weir/covenants';
import type { ChainReader, StreamProduct, StreamsRepository, VaultsRepository } from '@weir/infra';

/** What the stream use cases work with. */
export interface StreamContext {
  readonly streams: StreamsRepository;
  /** Whose rows are served: those of the other product are unknown here. Both where it is left out. */
  readonly product?: StreamProduct;
  /** Vaults that streams may name. */
  readonly vaults: Pick<VaultsRepository, 'findById'>;
  readonly chain: ChainReader;
  readonly network: Network;
  /** Confirmations a transaction needs before a confirm endpoint counts it; 0 counts the mempool. */
  readonly minConfirmations: number;
  /** Unix seconds. */
  readonly now: () => number;
}

/**
 * The time everything time-dependent is computed at, Unix seconds: the latest locktime a transaction may carry now.
 *
 * @throws ChainUnavailableError
 */
export const usableTime = async ({ chain, now }: StreamContext): Promise<bigint> => usableLocktime(await chain.tip(), now());

/** As {@link usableTime}, but for showing only: the clock's time where no Electrum server answers. */
export const viewTime = async (context: StreamContext): Promise<bigint> => {
  try {
    return await usableTime(context);
  } catch {
    return BigInt(context.now());
  }
};
