import type { PlanPreview, Plan } from '@weir/client';
import { useNow } from '../api/services.js';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { intervalText } from '../payments/intervals.js';
import { PaydayAmount } from '../payments/payday-amount.js';
import { Amount, Time } from '../ui/values.js';

/** A row of a plan or of its preview. */
type Row = Pick<PlanPreview['streams'][number], 'amount_base' | 'amount_per_period_base' | 'interval' | 'periods'> & {
  /** When the next salary falls due, Unix seconds; null where none does. */
  readonly next_payment_date?: number | null;
};

interface RowAmountProps {
  readonly row: Row;
  readonly of: Pick<Plan, 'token_type' | 'token_category' | 'token'>;
}

/** Shows what a row pays in all; of a salary what each payday pays, how often where its plan does not say it, and when the next is. */
export const RowAmount = ({ row, of }: RowAmountProps) => {
  const now = useNow();
  const { amount_base: total, amount_per_period_base: each, interval, periods, next_payment_date: next } = row;
  if (each === null || interval === null) return <Amount base={total} of={of} />;
  return (
    <span>
      <PaydayAmount each={each} periods={periods ?? 0} total={total} of={of} />
      {interval !== 'CALENDAR' && <>, {intervalText(interval)}</>}
      {next != null && <>, {next > now ? rich('next {time}', { time: <Time at={next} /> }) : t('claimable now')}</>}
    </span>
  );
};
