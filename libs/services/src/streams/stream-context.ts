import type { Network } from '@weir/covenants';
import type { ChainReader, StreamRecord, StreamsRepository, VaultsRepository } from '@weir/infra';
import type { RetentionPolicy } from '../shared/retention.js';
import type { StreamContracts } from './contract/stored-stream.js';

/** Streams (locks among them), payments, or both: following the chain makes no difference between them. */
export type ServedProduct = StreamRecord['product'] | 'either';

export interface StreamContext {
  readonly streams: StreamsRepository;
  /** The product whose rows are served: those of the other one are not found here. */
  readonly serves: ServedProduct;
  /** Looks up the vault that is the sender of a record, for its members. */
  readonly vaults: Pick<VaultsRepository, 'findById'>;
  readonly chain: ChainReader;
  readonly contracts: StreamContracts;
  readonly network: Network;
  /** Confirmations a transaction needs before a confirm endpoint counts it; 0 counts the mempool. */
  readonly minConfirmations: number;
  /** How many unfunded records are kept, and for how long; without it, all of them for ever. */
  readonly retention?: RetentionPolicy;
  /** Unix seconds. */
  readonly now: () => number;
}
