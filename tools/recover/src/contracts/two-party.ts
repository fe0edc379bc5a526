import type { Utxo } from 'cashscript';
import type { KeylessTransaction, Network, PublicKeyHash, UnsignedTransaction, WalletCoins } from '@weir/covenants';
import type { StoredState } from '@weir/indexing/products';

/** A contract as it stands, and the time a transaction may carry. */
export interface Position {
  readonly state: StoredState;
  /** Unix seconds, less than the median time past. */
  readonly time: bigint;
}

/** What a cancel does. Units of the asset. */
export interface CancelSplit {
  /** Paid to the recipient by the cancel itself. */
  readonly paid: bigint;
  /** Whether the rest returns with the cancel, without a notice. */
  readonly isImmediate: boolean;
}

/**
 * A stream or payment between a sender and a recipient, whatever its product and asset: what can be got out of it, and the
 * transactions that do.
 */
export interface TwoParty {
  readonly network: Network;
  readonly sender: PublicKeyHash;
  readonly recipient: PublicKeyHash;
  /** What holds the contract: its own script, and those beside it for clock and tokens. */
  readonly scripts: readonly Uint8Array[];
  /** Blocks between a cancel and its refund. */
  readonly noticeBlocks: number;
  /** What a claim pays now, units of the asset; 0 where none is possible. */
  due(position: Position): bigint;
  /** The earliest time at which one is; undefined when there is none to come. */
  nextDue(state: StoredState): bigint | undefined;
  split(position: Position): CancelSplit | undefined;
  /** What ends the notice that runs: a refund after a cancel, a settling after a pause; undefined while none runs. */
  noticeEnd(state: StoredState): 'refund' | 'settle' | undefined;

  /** @throws InsufficientFundsError; RangeError where nothing is due */
  buildClaim(position: Position, recipient: WalletCoins): UnsignedTransaction;
  /** Undefined where the contract pays no fee for it. @throws RangeError where nothing is due */
  buildPush(position: Position): KeylessTransaction | undefined;
  /** @throws InsufficientFundsError; RangeError where the covenant takes none */
  buildPaidPush(position: Position, payer: WalletCoins): UnsignedTransaction;
  /** @throws InsufficientFundsError; RangeError where it cannot be cancelled */
  buildCancel(position: Position, sender: WalletCoins): UnsignedTransaction;
  /** The refund or settling. Valid once the notice is over. @throws RangeError where no notice runs */
  buildNoticeEnd(state: StoredState): KeylessTransaction;
  /** Whether a coin at the address is there by mistake. */
  isStray(coin: Utxo): boolean;
  /** @throws InsufficientFundsError; RangeError for more than 50 */
  buildSweep(strays: readonly Utxo[], sender: WalletCoins): UnsignedTransaction;
}

/** What is asked for where there must be something. */
export const required = <T>(value: T | undefined, otherwise: string): T => {
  if (value === undefined) throw new RangeError(otherwise);
  return value;
};

export const NOTHING_DUE = 'Nothing is due at this time';
export const NOT_CANCELABLE = 'It cannot be cancelled: it does not allow that, or all of it is due already';
export const NO_NOTICE = 'No notice runs';
