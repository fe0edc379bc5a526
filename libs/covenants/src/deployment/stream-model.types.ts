import type { Output, TransactionCommon } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import type { Network } from '../chain/network.js';
import type { Outpoint } from '../chain/outpoint.js';
import type { ClockCoin } from '../contract/coins.js';
import type { PlanContract } from '../plan/plan-contract.js';
import type { WalletCoins } from '../transaction/assemble.js';
import type { BuildOptions, KeylessTransaction, UnsignedTransaction } from '../transaction/built-transaction.js';
import type { PlanOpening } from './plan/plan-opening.js';
import type { ContractState, StreamPayout, StreamSchedule } from './stream-schedule.types.js';

/** Status of a live contract. PAUSING: paused, and the notice still runs; PAUSED: settled, nothing falls due. */
export type StreamStatus = 'ACTIVE' | 'PAUSING' | 'PAUSED' | 'CANCELLED';

/** The kinds of step after a funding. A push is a payment that the recipient did not sign. */
export type StreamStepKind = 'claim' | 'push' | 'cancel' | 'refund' | 'pause' | 'settle' | 'resume';

/** How far a recurring stream is: periods paid, and Unix seconds of the next. */
export interface StreamProgress {
  readonly paid: bigint;
  readonly nextDue: bigint;
}

/** One step of a contract, read from the transaction that spent its state. Amounts in units of the asset. */
export interface StreamStep {
  readonly kind: StreamStepKind;
  readonly txid: string;
  readonly spent: Outpoint;
  /** The state that it left, with the clock of a notice that runs; undefined when it ended the contract. */
  readonly next: ContractState | undefined;
  /** The status after it; undefined when it ended the contract. */
  readonly status: StreamStatus | undefined;
  /** Paid to the recipient before it, and in all after it. Never more than the total: gifts beyond it do not count. */
  readonly releasedBefore: bigint;
  readonly released: bigint;
  readonly paidToRecipient: bigint;
  readonly paidToSender: bigint;
  /** Unix seconds; 0 for a refund and a settling, which depend on no time. */
  readonly locktime: bigint;
  /** By how much the step changes what the contract holds for the sender's refund; of a cancel all of it. */
  readonly refundable: bigint;
  /** Progress of a recurring contract after it, and the periods it paid; undefined for any other. */
  readonly recurring: { readonly progress: StreamProgress; readonly periods: bigint } | undefined;
}

/** A payment that is due, with the builders of the transactions that make it. */
export interface DuePayout extends StreamPayout {
  /**
   * Whether the claim needs nobody's signature: the contract asks for none, and its reserve pays. Then anybody may
   * send what {@link buildPush} builds; `buildClaim` works all the same, with a coin of the recipient's.
   */
  readonly isKeyless: boolean;
  /**
   * Builds the recipient's claim.
   *
   * @param coins of the recipient, for what the reserve does not pay
   * @throws InsufficientFundsError
   * @throws CovenantError PARTY_IS_SCRIPT where the recipient is a script
   * @throws RangeError when it closes a contract under notice whose state names no clock
   */
  buildClaim(coins: readonly Utxo[]): UnsignedTransaction;
  /**
   * Builds the payment that nobody signs in the form that wallets take, with nothing in it to sign: whoever has it
   * relays it. Undefined unless {@link isKeyless}.
   */
  buildKeylessClaim(): RelayableTransaction | undefined;
  /**
   * Builds the payment that nobody signs; undefined where the contract may not pay its fee, or not as much as nodes
   * ask.
   *
   * @throws RangeError as {@link buildClaim} does
   */
  buildPush(): KeylessTransaction | undefined;
  /**
   * Builds the payment with its fee paid by anybody's coins.
   *
   * @throws InsufficientFundsError
   * @throws CovenantError PUSH_TOO_SMALL while a notice runs
   */
  buildPaidPush(payer: WalletCoins): UnsignedTransaction;
}

/** A complete transaction that is also in the form wallets take. */
export interface RelayableTransaction extends UnsignedTransaction, KeylessTransaction {}

/** How a cancel at a given time divides a contract. Units of the asset. */
export interface CancelSplit {
  /** Everything that is the recipient's by then, paid or not. */
  readonly vested: bigint;
  /** The part of it that the cancel itself pays. */
  readonly paid: bigint;
  /** Number of periods in that part; undefined where the schedule has none. */
  readonly periods: bigint | undefined;
  /**
   * Builds the sender's cancel; its amount is what the cancel or its refund returns if nobody pushes, units of the
   * asset.
   *
   * @param coins of the sender
   * @throws InsufficientFundsError
   * @throws CovenantError PARTY_IS_SCRIPT where the sender is a script
   */
  build(coins: readonly Utxo[]): SenderPayment<UnsignedTransaction>;
}

/** What a pause at a given time pays. Units of the asset. */
export interface PauseSplit {
  readonly due: bigint;
  readonly periods: bigint;
  /**
   * Builds the sender's pause.
   *
   * @throws InsufficientFundsError
   * @throws CovenantError PARTY_IS_SCRIPT where the sender is a script
   */
  build(coins: readonly Utxo[]): UnsignedTransaction;
}

/** When the next period falls due after a resume, Unix seconds. */
export interface Resume {
  readonly nextDue: bigint;
  /**
   * Builds the sender's resume.
   *
   * @throws InsufficientFundsError
   * @throws CovenantError PARTY_IS_SCRIPT where the sender is a script
   */
  build(coins: readonly Utxo[]): UnsignedTransaction;
}

/** The end of the notice that runs. Its transaction is valid once the clock is `noticeBlocks` old. */
export interface NoticeEnd {
  readonly kind: 'refund' | 'settle';
  /**
   * Builds the end that the contract pays for, with what it returns to the sender, units of the asset; a settling
   * returns nothing. Undefined where nodes ask for more than the contract may give.
   */
  build(): SenderPayment<KeylessTransaction> | undefined;
  /**
   * Builds the end with the sender's coins paying what nodes ask beyond that. Undefined where the sender is a script,
   * for which no wallet of one key signs: then it waits for a lower rate.
   *
   * @param coins of the sender
   * @throws InsufficientFundsError
   */
  buildPaid(coins: readonly Utxo[]): SenderPayment<UnsignedTransaction> | undefined;
}

/** A transaction that returns money to the sender, and how much, units of the asset. */
export interface SenderPayment<Transaction> {
  readonly transaction: Transaction;
  readonly amount: bigint;
}

/**
 * A contract at one of its states, decoded once: what may happen next, and the builders of the transactions that do
 * it. Times are locktimes, Unix seconds.
 */
export interface StreamPosition {
  readonly state: ContractState;
  readonly status: StreamStatus;
  /** Returns what can be paid to the recipient at a time; undefined where nothing can. */
  payoutAt(time: bigint): DuePayout | undefined;
  /** Returns how a cancel at a time divides the contract; undefined where it cannot be cancelled then. */
  cancelAt(time: bigint): CancelSplit | undefined;
  /** Returns what a pause at a time pays; undefined where the contract cannot be paused then. */
  pauseAt(time: bigint): PauseSplit | undefined;
  /**
   * Returns the resume of a settled pause; undefined where there is none.
   *
   * @param time the locktime, which the next interval counts from
   */
  resumeAt(time: bigint): Resume | undefined;
  /** Returns what ends the notice that runs; undefined while none does. */
  noticeEnd(): NoticeEnd | undefined;
  /** Reads the step by which a transaction spends the state; undefined when it does not. */
  readStep(txid: string, transaction: TransactionCommon): StreamStep | undefined;
}

/**
 * One stream or payment, whatever its product and asset: it reads what the chain shows of it, tells what is due to whom,
 * and builds what its parties send. Pure. Its funding is the whole plan's: `memberFunding`.
 */
export interface StreamModel {
  /** What its siblings share. */
  readonly contract: PlanContract;
  /** What the funding of its plan fixes for it. */
  readonly opening: PlanOpening;
  /** 1 to 32,767, unique in its funding. */
  readonly index: number;
  readonly network: Network;
  /** P2SH32, token-aware. */
  readonly address: string;
  readonly lockingBytecode: Uint8Array;
  /** Locking bytecodes that hold parts of it: its own, and those of clock and companion. */
  readonly scripts: readonly Uint8Array[];
  /** Locking bytecodes of the parties. */
  readonly sender: Uint8Array;
  readonly recipient: Uint8Array;
  /** Blocks between a cancel or pause and what ends its notice; 0 where neither is allowed. */
  readonly noticeBlocks: number;
  readonly schedule: StreamSchedule;
  /** Hex. */
  readonly initialCommitment: string;
  /**
   * Finds the clock that a cancel or pause of this contract made; undefined where the transaction has no such output.
   */
  findClock(txid: string, transaction: TransactionCommon): ClockCoin | undefined;
  /**
   * Decodes a state of this contract.
   *
   * @param options of every transaction that the position builds
   * @throws Error where the commitment is none of this product: what was stored was never read from this contract
   */
  at(state: ContractState, options?: BuildOptions): StreamPosition;
  /**
   * Lists the inputs of a transaction that may spend a state of this contract, by what they unlock. Only the coins
   * they spend tell whether they do.
   */
  stateInputs(transaction: TransactionCommon): readonly number[];
  /** Whether an output is any state of this contract, and not of a sibling at the same address. */
  isState(output: Output): boolean;
  /** Whether a coin at the address was sent there by mistake. */
  isStray(coin: Utxo): boolean;
  /**
   * Builds the sender's sweep of strays.
   *
   * @throws InsufficientFundsError
   * @throws CovenantError PARTY_IS_SCRIPT where the sender is a script
   * @throws RangeError for none or more than 50 strays, or a state among them
   */
  buildSweep(strays: readonly Utxo[], coins: readonly Utxo[], options?: BuildOptions): UnsignedTransaction;
}
