import type { PlanState } from '../plan-state.js';

/** A payment to the recipient that the covenant accepts at a locktime. Units of the asset and Unix seconds. */
export interface PlanPayout {
  readonly locktime: bigint;
  readonly due: bigint;
  /** Principal left after it; 0n ends the stream. */
  readonly left: bigint;
  /** The state it leaves; of no meaning where it ends the stream. */
  readonly state: PlanState;
  /** The share of what is left that it pays, as the covenant counts it for the fee: amounts, or periods. */
  readonly weight: { readonly paid: bigint; readonly of: bigint };
  /**
   * Whether, while the notice of a vesting stream runs, it is too small for anybody but the recipient, by a coin of their own as the last input:
   * endless small pushes would take the state away under every watcher's push.
   */
  readonly small: boolean;
}
