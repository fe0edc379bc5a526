import type { Outpoint } from '../chain/outpoint.js';
import type { ClockCoin, CompanionCoin } from '../contract/coins.js';

/**
 * A deployed contract as it is: what its next step spends. It has the same form for every product, and callers
 * store it unchanged.
 */
export interface ContractState {
  /** Of the state output. */
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** The deployment's own category, display-order hex. */
  readonly category: string;
  /** Hex; its layout depends on the product. */
  readonly commitment: string;
  /** In token mode: the output right behind the state, which holds the tokens. */
  readonly companion?: CompanionCoin | undefined;
  /** Of a deployment under notice: the output that started the notice. */
  readonly clock?: ClockCoin | undefined;
  /** Locking bytecode of the recipient, where it has moved since the funding: the commitment has only its hash. */
  readonly recipient?: Uint8Array | undefined;
  /** Locking bytecode that a pending move names. */
  readonly movesTo?: Uint8Array | undefined;
  /** Where it lies, of a lock that can move; undefined at the address of its funding. */
  readonly lockingBytecode?: Uint8Array | undefined;
}

/** The part of a state that shows how far a contract is. */
export type StreamProgressState = Pick<ContractState, 'commitment'>;

/** A payment to the recipient that the contract accepts at a locktime. Units of the asset, and Unix seconds. */
export interface StreamPayout {
  readonly locktime: bigint;
  /** What has been paid to the recipient in all after it. */
  readonly vested: bigint;
  readonly due: bigint;
  /** Principal left after it; 0 closes the contract. */
  readonly left: bigint;
  /** Periods it pays; undefined where the schedule has none. */
  readonly periods: bigint | undefined;
}

/** What becomes due to a recipient, and when. Units of the asset, and Unix seconds. Constructs no contract. */
export interface StreamSchedule {
  /** Everything that is ever paid. */
  readonly total: bigint;
  /** Returns what has become the recipient's at a time by the terms alone, no matter what was cancelled or paused. */
  vestedAt(time: bigint): bigint;
  /**
   * Returns what the contract has paid or would pay the recipient up to a time; equals {@link vestedAt} unless a
   * pause moved due dates.
   */
  earnedAt(state: StreamProgressState, released: bigint, time: bigint): bigint;
  /** Returns {@link earnedAt} of one state as a function of the time, for callers that ask for many times. */
  earning(state: StreamProgressState, released: bigint): (time: bigint) => bigint;
  /** Returns the largest payment possible at or before a time; undefined where none is. */
  payout(state: StreamProgressState, time: bigint): StreamPayout | undefined;
  /** Returns the earliest time from which there is a payment; undefined when everything has been released. */
  nextPayoutTime(state: StreamProgressState): bigint | undefined;
  /** Returns the time from which everything is earned; undefined while a pause or a cancel leaves it open. */
  lastEarningTime(state: StreamProgressState): bigint | undefined;
  /** Returns points for a chart, from start to end. */
  curve(points: number): readonly { readonly time: bigint; readonly vested: bigint }[];
}
