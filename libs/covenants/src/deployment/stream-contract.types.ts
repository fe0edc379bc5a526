import type { Output, TransactionCommon } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import type { ChainTip } from '../chain/locktime.js';
import type { Network } from '../chain/network.js';
import type { Outpoint } from '../chain/outpoint.js';
import type { ClockCoin } from '../contract/clock-coin.js';
import type { WalletCoins } from '../transaction/assemble.js';
import type { BuildOptions } from '../transaction/build-options.js';
import type { KeylessTransaction, UnsignedTransaction } from '../transaction/built-transaction.js';
import type { ContractState } from './contract-state.js';
import type { StreamCovenant, StreamParameters } from './stream-parameters.js';
import type { StreamPayout, StreamSchedule } from './stream-schedule.types.js';

/** Where a live contract stands. PAUSING: paused, and the notice runs; PAUSED: settled, nothing falls due. */
export type StreamStatus = 'ACTIVE' | 'PAUSING' | 'PAUSED' | 'CANCELLED';

/** The steps after a funding. A push is a payment that the recipient did not sign. */
export type StreamStepKind = 'claim' | 'push' | 'cancel' | 'refund' | 'pause' | 'settle' | 'resume';

/** What a new deployment takes beside fees. */
export interface FundingNeeds {
  /** Satoshis of the state output. */
  readonly satoshis: bigint;
  /** Those of them that pay for the first transitions. */
  readonly reserve: bigint;
  /** Fungible units of the deployment's own category there. */
  readonly units: bigint;
  /** Base units of the token in the output behind it; undefined where the asset is BCH. */
  readonly tokens: bigint | undefined;
  /** Outputs without which the transaction funds nothing: those from which everybody rebuilds the contract. */
  readonly besides: readonly { readonly lockingBytecode: Uint8Array; readonly satoshis: bigint }[];
  /** Bytes of a funding with as few wallet coins as there can be. */
  readonly size: bigint;
}

/** The deployment a transaction makes of a contract, or what keeps it from being one, in words for the user. */
export type FoundDeployment =
  { readonly ok: true; readonly state: ContractState } | { readonly ok: false; readonly problems: readonly string[] };

/** How far a recurring contract is. Periods, and Unix seconds. */
export interface StreamProgress {
  readonly paid: bigint;
  readonly nextDue: bigint;
}

/** One step of a contract's life, read from the transaction that spent its state. Amounts in units of the asset. */
export interface StreamStep {
  readonly kind: StreamStepKind;
  readonly txid: string;
  readonly spent: Outpoint;
  /** The state it left, with the clock of a notice that runs; undefined when it ended the contract. */
  readonly next: ContractState | undefined;
  /** How it left the contract; undefined when it ended it. */
  readonly status: StreamStatus | undefined;
  /** Paid to the recipient before it, and in all after it: at the most the total, gifts beyond it are none of it. */
  readonly releasedBefore: bigint;
  readonly released: bigint;
  readonly paidToRecipient: bigint;
  readonly paidToSender: bigint;
  /** Of a refund and a settling 0: they know no time. */
  readonly locktime: bigint;
  /** What the contract holds for the sender's refund less what it held before: of a cancel all of it. */
  readonly refundable: bigint;
  /** How far a recurring one is after it, and the periods it paid; undefined for every other. */
  readonly recurring: { readonly progress: StreamProgress; readonly periods: bigint } | undefined;
}

/** A payment that is due, with the transactions that make it. */
export interface DuePayout extends StreamPayout {
  /**
   * Whether the claim needs nobody's signature: the contract asks for none and its reserve pays. Then {@link buildPush} gives
   * it, for whoever sends it; `buildClaim` takes a coin of the recipient's all the same.
   */
  readonly isKeyless: boolean;
  /**
   * The recipient's claim.
   *
   * @param coins of the recipient, for what the reserve does not pay
   * @throws InsufficientFundsError
   * @throws RangeError when it closes a contract under notice whose state names no clock
   */
  buildClaim(coins: readonly Utxo[]): UnsignedTransaction;
  /**
   * The payment nobody signs in the form wallets take, with nothing in it to sign: whoever has it relays it. Undefined unless
   * {@link isKeyless}.
   */
  buildKeylessClaim(): RelayableTransaction | undefined;
  /** The payment nobody signs; undefined where the contract may not pay its fee, or not as much as nodes ask. @throws RangeError as {@link buildClaim} */
  buildPush(): KeylessTransaction | undefined;
  /** The payment whose fee anybody pays. @throws InsufficientFundsError; CovenantError PUSH_TOO_SMALL */
  buildPaidPush(payer: WalletCoins): UnsignedTransaction;
}

/** A complete transaction in the form that wallets take. */
export interface RelayableTransaction extends UnsignedTransaction, KeylessTransaction {}

/** How a cancel divides a contract at a time, with the transaction. Units of the asset. */
export interface CancelSplit {
  /** All that is the recipient's at its time, paid or not. */
  readonly vested: bigint;
  /** What the cancel itself pays of it. */
  readonly paid: bigint;
  /** Periods that is; undefined where the schedule has none. */
  readonly periods: bigint | undefined;
  /** Whether the rest returns to the sender with the cancel itself, without a notice. */
  readonly isImmediate: boolean;
  /**
   * The sender's cancel, and what it or its refund returns if nobody pushes, units of the asset.
   *
   * @param coins of the sender
   * @throws InsufficientFundsError
   */
  build(coins: readonly Utxo[]): SenderPayment<UnsignedTransaction>;
}

/** What a pause pays at a time, with the transaction. Units of the asset. */
export interface PauseSplit {
  readonly due: bigint;
  readonly periods: bigint;
  /** @throws InsufficientFundsError */
  build(coins: readonly Utxo[]): UnsignedTransaction;
}

/** When the next period falls due after a resume, Unix seconds, with the transaction. */
export interface Resume {
  readonly nextDue: bigint;
  /** @throws InsufficientFundsError */
  build(coins: readonly Utxo[]): UnsignedTransaction;
}

/** What ends the notice that runs. Valid once the clock is `noticeBlocks` old. */
export interface NoticeEnd {
  readonly kind: 'refund' | 'settle';
  /**
   * With what it returns to the sender, units of the asset: of a settling nothing. Undefined where nodes ask for more than the
   * contract may give.
   */
  build(): SenderPayment<KeylessTransaction> | undefined;
  /**
   * The same with the sender's coins for what nodes ask beyond that; undefined where the sender is a script, for which no
   * wallet of one key signs: it waits for a lower rate.
   *
   * @param coins of the sender
   * @throws InsufficientFundsError
   */
  buildPaid(coins: readonly Utxo[]): SenderPayment<UnsignedTransaction> | undefined;
}

/** A transaction that returns money to the sender, and how much, in units of the asset. */
export interface SenderPayment<Transaction> {
  readonly transaction: Transaction;
  readonly amount: bigint;
}

/** A contract at one of its states, decoded once: what may happen next, and the transactions that do it. */
export interface StreamPosition {
  readonly state: ContractState;
  readonly status: StreamStatus;
  /** What can be paid to the recipient at a time; undefined where nothing can. */
  payoutAt(time: bigint): DuePayout | undefined;
  /** How a cancel at a time divides it; undefined where it cannot be cancelled then. */
  cancelAt(time: bigint): CancelSplit | undefined;
  /** What a pause at a time pays; undefined where it cannot be paused then. */
  pauseAt(time: bigint): PauseSplit | undefined;
  /**
   * The resume of a settled pause; undefined where there is none.
   *
   * @param time the locktime
   * @param now the clock's, which median time lags: the interval counts from it
   */
  resumeAt(time: bigint, now: bigint): Resume | undefined;
  /** What ends the notice that runs; undefined while none does. */
  noticeEnd(): NoticeEnd | undefined;
  /** The step by which a transaction spends the state; undefined when it does not. */
  readStep(txid: string, transaction: TransactionCommon): StreamStep | undefined;
}

/**
 * One stream or payment that is there, whatever its product and asset: reads what the chain shows of it, says what is due to
 * whom, and builds what its parties send. Pure. A stream of a plan is one; its funding is the whole plan's.
 */
export interface StreamModel {
  readonly network: Network;
  /** P2SH32, token-aware. */
  readonly address: string;
  readonly lockingBytecode: Uint8Array;
  /** What holds it: its own script, and those of clock and companion. */
  readonly scripts: readonly Uint8Array[];
  /** Locking bytecode of the sender, and of the recipient. */
  readonly sender: Uint8Array;
  readonly recipient: Uint8Array;
  /** Blocks between a cancel or pause and what ends its notice; 0 where there is neither. */
  readonly noticeBlocks: number;
  readonly schedule: StreamSchedule;
  /** Hex. */
  readonly initialCommitment: string;
  /** The clock that a cancel or pause of this contract made; undefined where the transaction has no such output. */
  findClock(txid: string, transaction: TransactionCommon): ClockCoin | undefined;
  /**
   * @param options of every transaction that the position builds
   * @throws Error where the commitment is none of this product's: what was stored was never read from this contract
   */
  at(state: ContractState, options?: BuildOptions): StreamPosition;
  /** Inputs of a transaction that can spend a state of it, by what they unlock: their coins tell whether they do. */
  stateInputs(transaction: TransactionCommon): readonly number[];
  /** Whether an output is a state of it, whichever: of no sibling, who may have the same address. */
  isState(output: Output): boolean;
  /** Whether a coin at the address is there by mistake. */
  isStray(coin: Utxo): boolean;
  /** @throws InsufficientFundsError @throws RangeError for more than 50, or a state among them */
  buildSweep(strays: readonly Utxo[], coins: readonly Utxo[], options?: BuildOptions): UnsignedTransaction;
}

/** A funding, or the transaction the wallet must make before it can fund. */
export interface StreamFunding {
  readonly kind: 'funding' | 'preparation';
  readonly transaction: UnsignedTransaction;
}

/** A stream or payment that finds and funds its deployment besides. */
export interface FundableStream extends StreamModel {
  readonly funding: FundingNeeds;
  findDeployment(txid: string, transaction: TransactionCommon): FoundDeployment;
  /**
   * @param coins of the sender
   * @throws InsufficientFundsError, InsufficientTokensError
   * @throws RangeError where the sender is a script, or its plan is funded as a whole
   */
  buildFunding(coins: readonly Utxo[], tip: ChainTip, options?: BuildOptions): StreamFunding;
}

/** The contract of one stream or payment with an announcement of its own. */
export interface StreamContract extends FundableStream {
  readonly product: StreamCovenant;
  readonly announced: StreamParameters;
}
