import type { ClockCoin, KeylessTransaction, UnsignedTransaction, WalletCoins } from '@weir/covenants';
import type { StreamState } from '@weir/infra';
import type { StreamCovenant } from './stream-covenant.js';

/** What a pause pays the recipient. */
export interface PausePayment {
  /** Units of the asset. */
  readonly due: bigint;
  readonly periods: number;
}

/** The contract of a recurring stream or payment: what streams do, and pauses. */
export interface RecurringCovenant extends StreamCovenant {
  /** What a pause at a time pays, or undefined when the contract cannot be paused then. */
  pauseAt(state: StreamState, time: bigint): PausePayment | undefined;
  /** @throws InsufficientFundsError */
  buildPause(state: StreamState, time: bigint, sender: WalletCoins): UnsignedTransaction;
  buildSettlement(state: StreamState, clock: ClockCoin): KeylessTransaction;
  /**
   * The resume and when the next period falls due after it; undefined when there is no settled pause to resume from.
   *
   * @param resume `time` the locktime, `now` the clock's, which median time lags: the interval counts from it
   * @throws InsufficientFundsError
   */
  resume(
    resume: { readonly state: StreamState; readonly time: bigint; readonly now: bigint },
    sender: WalletCoins,
  ): { readonly transaction: UnsignedTransaction; readonly nextDue: bigint } | undefined;
}
