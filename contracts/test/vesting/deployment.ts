import type { Party } from '../support/parties.js';
import type { Coin, DraftInput } from '../support/transaction.js';
import type { Stream } from './stream.js';

/** A stream's coins as a transition finds them. */
export interface Deployment {
  readonly stream: Stream;
  readonly state: Coin;
  /** The tokens beside the state, in token mode. */
  readonly companion?: Coin;
  /** Exists from the cancel to the end. */
  readonly clock?: Coin;
}

export interface Transition extends Deployment {
  /** Unix seconds. */
  readonly locktime: number;
  /** Undefined for a keyless transition. */
  readonly signer?: Party;
  /** Pays the fee and gets change; without it the contract pays, as much as the size asks. */
  readonly purse?: DraftInput;
}
