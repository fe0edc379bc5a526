import type { Asset } from '../format/amount.js';
import { Amount } from '../ui/values.js';

interface PaydayAmountProps {
  /** What each payday pays, base units. */
  readonly each: bigint;
  readonly periods: number;
  readonly total: bigint;
  readonly of: Asset;
}

/** Shows what a salary pays each time, how often, and in all: "0.05 BCH × 12 = 0.60 BCH". */
export const PaydayAmount = ({ each, periods, total, of }: PaydayAmountProps) => (
  <span>
    <Amount base={each} of={of} /> × {periods} = <Amount base={total} of={of} />
  </span>
);
