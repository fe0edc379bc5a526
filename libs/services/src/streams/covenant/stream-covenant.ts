import type {
  ChainTip,
  ClockCoin,
  KeylessTransaction,
  Network,
  PublicKeyHash,
  UnsignedTransaction,
  VestingFunding,
  WalletCoins,
} from '@weir/covenants';
import type { ChainTransaction, Outpoint, RecurringProgress, StreamState } from '@weir/infra';
import type { StreamPayout } from '../stream-plan.js';

/** What a new deployment takes beside fees. */
export interface FundingNeeds {
  /** Satoshis of the state output. */
  readonly satoshis: bigint;
  /** Those of them that pay for the first transitions. */
  readonly reserve: bigint;
  /** Base units of the token in the output behind it; null where the asset is BCH. */
  readonly tokens: bigint | null;
  /** Bytes of a funding with as few wallet coins as there can be. */
  readonly size: bigint;
}

/** A transaction found to fund a contract, or what keeps it from doing so, in words. */
export type FoundDeployment =
  { readonly ok: true; readonly state: StreamState } | { readonly ok: false; readonly problems: readonly string[] };

/** The steps after a funding; only a payment has the last three. */
export type StepKind = 'claim' | 'push' | 'cancel' | 'refund' | 'pause' | 'settle' | 'resume';

/** One step of a stream's life as its transaction shows it. Amounts in units of the asset. */
export interface StreamTransition {
  readonly kind: StepKind;
  readonly txid: string;
  readonly spent: Outpoint;
  /** Paid to the recipient before it. */
  readonly released: bigint;
  /** The state it left, or null when it ended the contract. */
  readonly next: StreamState | null;
  readonly paidToRecipient: bigint;
  readonly paidToSender: bigint;
  readonly locktime: bigint;
  /** What the contract holds for the sender's refund less what it held before: of a cancel all of it. */
  readonly refundable: bigint;
  /** How far a recurring one is after it, and how many periods it paid; null for every other. */
  readonly recurring: { readonly progress: RecurringProgress; readonly periods: number | null } | null;
}

/** How a cancel divides a stream. Units of the asset. */
export interface StreamSplit {
  /** All that is the recipient's at its time, paid or not. */
  readonly vested: bigint;
  /** What the cancel itself pays of it. */
  readonly paid: bigint;
  /** Periods that is; null where the schedule has none. */
  readonly periods: number | null;
  /** Whether the rest returns to the sender with the cancel itself, without a notice. */
  readonly isImmediate: boolean;
}

/** What a payment to the recipient is made of; the clock is there from the cancel on. */
export interface StreamPayment {
  readonly state: StreamState;
  readonly payout: StreamPayout;
  readonly clock: ClockCoin | undefined;
}

/** A transaction that returns money to the sender, and how much, in units of the asset. */
export interface SenderPayment<Transaction> {
  readonly transaction: Transaction;
  readonly amount: bigint;
}

/**
 * The contract of one stream, whatever its asset: reads what the chain shows of it, and builds what its parties send.
 * States come and go as the database keeps them.
 */
export interface StreamCovenant {
  readonly network: Network;
  readonly address: string;
  readonly lockingBytecode: Uint8Array;
  readonly sender: PublicKeyHash;
  readonly recipient: PublicKeyHash;
  /** Hex. */
  readonly initialCommitment: string;
  readonly funding: FundingNeeds;

  findDeployment(transaction: ChainTransaction): FoundDeployment;
  /** The transition by which a transaction spent a state, or undefined when it does not spend it. */
  readTransition(from: StreamState, transaction: ChainTransaction): StreamTransition | undefined;
  /** The clock a cancel or a pause made. */
  clockOf(notice: ChainTransaction): ClockCoin;
  /** How a cancel at a time divides the stream, or undefined when it cannot be cancelled then. */
  split(state: StreamState, time: bigint): StreamSplit | undefined;

  /** @throws InsufficientFundsError, InsufficientTokensError */
  buildFunding(sender: WalletCoins, tip: ChainTip): VestingFunding;
  /** @throws InsufficientFundsError */
  buildClaim(payment: StreamPayment, recipient: WalletCoins): UnsignedTransaction;
  /** Undefined where the contract may not pay the fee. */
  buildPush(payment: StreamPayment): KeylessTransaction | undefined;
  /**
   * The amount is what the refund will return, if nobody pushes, or what the cancel itself returns.
   *
   * @param clock of the notice that runs already
   * @throws InsufficientFundsError
   * @throws RangeError when it cannot be cancelled at this time (see {@link StreamCovenant.split})
   */
  buildCancel(
    cancel: { readonly state: StreamState; readonly clock: ClockCoin | undefined; readonly time: bigint },
    sender: WalletCoins,
  ): SenderPayment<UnsignedTransaction>;
  buildRefund(state: StreamState, clock: ClockCoin): SenderPayment<KeylessTransaction>;
}
