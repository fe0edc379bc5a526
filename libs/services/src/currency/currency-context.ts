import type { Network } from '@weir/covenants/chain';
import type { ChainReader, CurrencyPaymentsRepository, Oracle, OracleArchive, VaultsRepository } from '@weir/infra';
import type { RetentionPolicy } from '../shared/retention.js';

/** What records are brought up to the chain by. */
export interface FollowedCurrencyContext {
  readonly currencyPayments: CurrencyPaymentsRepository;
  readonly chain: ChainReader;
  readonly network: Network;
  /** Confirmations a transaction needs before a confirm endpoint counts it; 0 counts the mempool. */
  readonly minConfirmations: number;
  /** Unix seconds, by the chain. */
  readonly now: () => number;
}

/** What the use cases of payments in a currency are bound to. */
export interface CurrencyContext extends FollowedCurrencyContext {
  /** A vault may be the sender. */
  readonly vaults: Pick<VaultsRepository, 'findById'>;
  readonly archive: OracleArchive;
  /** Oracles that the operator configured: new payments name one of them. */
  readonly oracles: readonly Oracle[];
  /** How many unfunded records are kept, and for how long; without it, all of them for ever. */
  readonly retention?: RetentionPolicy;
}
