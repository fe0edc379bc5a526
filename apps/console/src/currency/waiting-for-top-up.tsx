import type { CurrencyPayment } from '@weir/client';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { type RecordRow, RecordRows } from '../records/record-rows.js';
import { Card } from '../ui/card.js';
import { Failed } from '../ui/states.js';
import { Amount } from '../ui/values.js';
import { currencyText } from './currency-text.js';
import { useRunningInCurrency } from './use-running-in-currency.js';

const BCH = { token_type: 'BCH', token_category: null } as const;

/** Whether the money of a payment does not pay its next payday, or not even what is fixed already. */
const isShort = ({ status, owedBase, coveredPeriods }: CurrencyPayment): boolean =>
  status === 'ACTIVE' && (owedBase > 0n || coveredPeriods?.at_price === 0);

const shortRow = (payment: CurrencyPayment): RecordRow => ({
  kind: 'currency',
  id: payment.id,
  title: payment.recipient_name ?? payment.payment_id,
  party: payment.recipient,
  amountBase: undefined,
  amount: <bdi>{currencyText(payment.amount_per_period_base, payment.oracle)}</bdi>,
  of: BCH,
  note:
    payment.owedBase > 0n
      ? rich('debt: {amount}', { amount: <Amount base={payment.owedBase} of={BCH} /> })
      : t('no money for the next payday'),
});

/** Shows which payments in a currency need a top-up; nothing where none does. @param props.addresses of the wallet or the treasury on show */
export const WaitingForTopUp = ({ addresses }: { readonly addresses: readonly string[] }) => {
  const { data, error, refetch } = useRunningInCurrency(addresses);
  if (data === undefined) return error === null ? null : <Failed error={error} retry={() => void refetch()} />;
  const short = data.sent.filter(isShort);
  const title = t('Waiting for a top-up');
  return (
    short.length > 0 && (
      <Card title={title}>
        <RecordRows label={title} rows={short.map(shortRow)} />
      </Card>
    )
  );
};
