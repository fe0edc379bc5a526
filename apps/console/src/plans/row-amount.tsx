import type { PlanPreview, Plan } from '@weir/client';
import { Amount } from '../ui/values.js';

/** A row of a plan or of its preview. */
type Row = Pick<PlanPreview['streams'][number], 'amount_base' | 'amount_per_period_base' | 'interval' | 'periods'>;

interface RowAmountProps {
  readonly row: Row;
  readonly of: Pick<Plan, 'token_type' | 'token_category' | 'token'>;
}

/** Shows what a row pays in all; of a salary what it pays each time, and how often. */
export const RowAmount = ({ row, of }: RowAmountProps) => {
  const total = <Amount base={row.amount_base} of={of} />;
  if (row.amount_per_period_base === null || row.interval === null) return total;
  return (
    <span>
      <Amount base={row.amount_per_period_base} of={of} /> {row.interval.toLowerCase()}, {row.periods ?? 0} times:{' '}
      {total}
    </span>
  );
};
