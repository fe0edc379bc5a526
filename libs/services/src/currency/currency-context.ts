import type { Network } from '@weir/covenants/chain';
import type { ChainReader, CurrencyPaymentsRepository, Oracle, OracleArchive } from '@weir/infra';
import type { RetentionPolicy } from '../shared/retention.js';

/** What the use cases of payments in a currency are bound to. */
export interface CurrencyContext {
  readonly currencyPayments: CurrencyPaymentsRepository;
  readonly archive: OracleArchive;
  /** Oracles that the operator configured: new payments name one of them. */
  readonly oracles: readonly Oracle[];
  readonly chain: ChainReader;
  readonly network: Network;
  /** Confirmations a transaction needs before a confirm endpoint counts it; 0 counts the mempool. */
  readonly minConfirmations: number;
  /** How many unfunded records are kept, and for how long; without it, all of them for ever. */
  readonly retention?: RetentionPolicy;
  /** Unix seconds, by the chain. */
  readonly now: () => number;
}
