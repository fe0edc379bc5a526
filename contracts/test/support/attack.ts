import type { Party } from './parties.js';
import type { ChainPoint, Draft, Sealed } from './transaction.js';

/** Where an honest transaction holds what attacks are after. */
export interface Places {
  /** Input of the state; 0 unless stated. */
  readonly spent?: number;
  /** Output of the continued state; undefined on a terminal path. */
  readonly state?: number;
  /** Outputs whose receiver and exact or least value the covenant dictates. */
  readonly payouts: readonly number[];
  /** Output of the clock made by a cancel. */
  readonly clockMade?: number;
  /** Bytes of the next commitment that the spender chooses, within bounds tested elsewhere. */
  readonly chosenBytes?: readonly number[];
  /** Outputs a path that ends may have. */
  readonly mostOutputs?: number;
  /** Input of the clock spent under its relative lock or beside a close. */
  readonly clockSpent?: number;
  /** Input of the tokens beside the state, in token mode. Payouts are then exact in tokens, and in satoshis at least. */
  readonly companion?: number;
  /** Output of the tokens that a payment leaves: their next companion, or the sender's at a close. */
  readonly tokensLeft?: number;
}

/** An honest transaction of a covenant, with what a generic attack must know about it. */
export interface HonestSpend {
  /** The path, unique in its covenant. */
  readonly name: string;
  readonly draft: Draft;
  /** The tip it is judged at. */
  readonly tip: ChainPoint;
  readonly places: Places;
  /** Who signs the covenant's input; undefined for a keyless path. */
  readonly signer: Party | undefined;
  /** Where a signature is asked for, whether the same transaction is as good without one (a claim as a push). */
  readonly alsoKeyless: boolean;
  /** Whether money leaves by time: its amounts are those of its locktime. */
  readonly timed: boolean;
  /** How long a later locktime would pay and write the same: a period, or for ever; a second unless stated. */
  readonly steady?: 'period' | 'ever';
  /** Blocks the clock must be old, where the path waits for it. */
  readonly relativeLock?: number;
  /** A sweep, which touches no state. */
  readonly stateless: boolean;
  /** Satoshis that may still leave the covenant's outputs before its fee bound is passed. */
  readonly slack: bigint;
  /** The output that may shrink by the slack. */
  readonly slackOutput: number;
  /** Another value of the slack output, where its state says it too. */
  readonly revalue?: (draft: Draft, by: bigint) => Draft;
  /** The same path honestly built for another locktime. */
  readonly at?: (locktime: number) => Draft;
}

/** A way of cheating: a changed draft (signed anew by its signers), or a transaction changed after it was signed. */
export interface Attack {
  readonly name: string;
  /** Who must refuse it; `script` (the covenant, or a rule of every block) unless stated. */
  readonly refusedBy?: 'script' | 'lock' | 'policy';
  /** Whether there is anything to attack on this path. */
  readonly appliesTo: (spend: HonestSpend) => boolean;
  readonly mutate: (spend: HonestSpend) => Draft | Sealed;
}

/** A change that must be allowed and gains nobody anything beyond the fee bound. */
export interface Liberty {
  readonly name: string;
  readonly appliesTo: (spend: HonestSpend) => boolean;
  readonly mutate: (spend: HonestSpend) => Draft;
}
