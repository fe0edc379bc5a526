import type { PlanState } from '../plan-state.js';

/** A payment to the recipient that the covenant accepts at a locktime. Units of the asset, and Unix seconds. */
export interface PlanPayout {
  readonly locktime: bigint;
  readonly due: bigint;
  /** Principal left after it; 0 ends the stream. */
  readonly left: bigint;
  /** The state that it leaves; meaningless where it ends the stream. */
  readonly state: PlanState;
  /**
   * The share of what is left that it pays, as the covenant weighs it for the fee: amounts for vesting, periods for
   * recurring streams.
   */
  readonly weight: { readonly paid: bigint; readonly of: bigint };
  /**
   * Whether, while the notice of a vesting stream runs, the payment is too small for anybody but the recipient, who
   * makes it with a coin of their own as the last input. Without this rule, endless small pushes would spend the
   * state under every watcher's push.
   */
  readonly small: boolean;
}
