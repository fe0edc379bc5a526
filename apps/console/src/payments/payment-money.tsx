import type { PaymentDetail } from '@weir/client';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { RecordMoney } from '../records/record-money.js';
import { Amount, Time } from '../ui/values.js';
import { nextPayday } from './payment-periods.js';

/** Shows the money of a payment: what can be claimed now, and how much is paid and still locked. */
export const PaymentMoney = ({ payment }: { readonly payment: PaymentDetail['payment'] }) => {
  const { amount_per_period_base: each, periods_funded: periods, payment_count: count, status } = payment;
  const { total_paid_base: paid, claimable_amount_base: claimable } = payment;
  const of = payment;
  const next = nextPayday(payment);
  const total = each * BigInt(periods);
  if (status === 'PENDING') return <RecordMoney name={t('Total, not funded yet')} amount={{ base: total, of }} />;
  const rest = total - paid - claimable;
  const isOver = claimable === 0n && (status === 'COMPLETED' || status === 'CANCELLED');
  return (
    <RecordMoney
      name={isOver ? t('Paid') : t('Claimable now')}
      amount={{ base: isOver ? paid : claimable, of }}
      parts={[
        { name: t('Paid'), value: <Amount base={paid} of={of} />, base: paid, state: 'paid' },
        { name: t('Claimable'), value: <Amount base={claimable} of={of} />, base: claimable, state: 'free' },
        {
          name: status === 'CANCELLED' ? t('Returned') : t('Locked'),
          value: <Amount base={rest} of={of} />,
          base: rest,
          state: 'locked',
        },
      ]}
      note={
        next === undefined
          ? t('{done} of {all} paydays paid.', { done: count, all: periods })
          : rich('{done} of {all} paydays paid. Next: {time}', {
              done: count,
              all: periods,
              time: <Time at={next} ago />,
            })
      }
    />
  );
};
