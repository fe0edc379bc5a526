import type { CurrencyPayment } from '@weir/client';
import { useNow } from '../api/services.js';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { type RecordRow, RecordRows } from '../records/record-rows.js';
import { Card } from '../ui/card.js';
import { Columns, Stack } from '../ui/layout.js';
import { Failed } from '../ui/states.js';
import { Amount } from '../ui/values.js';
import { sumsUntil } from './currency-days.js';
import { currencyText } from './currency-text.js';
import { useRunningInCurrency } from './use-running-in-currency.js';

const DAYS_30 = 30 * 86_400;
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

/** An amount of a currency with its sign, which is on the left in every language. */
export const Signed = ({ sign, text }: { readonly sign: '+' | '−'; readonly text: string }) => (
  <bdi dir="ltr">
    {sign}
    {text}
  </bdi>
);

/**
 * Shows what comes in and goes out within 30 days by payments in a currency, and which of them need a top-up; nothing where there are none.
 *
 * @param props.addresses of the wallet or the treasury on show
 */
export const NextInCurrency = ({ addresses }: { readonly addresses: readonly string[] }) => {
  const until = useNow() + DAYS_30;
  const { data, error, refetch } = useRunningInCurrency(addresses);
  if (data === undefined) return error === null ? null : <Failed error={error} retry={() => void refetch()} />;
  const { sent, received } = data;
  const leaving = sumsUntil(sent, until);
  const incoming = sumsUntil(received, until);
  const short = sent.filter(isShort);
  const title = t('Waiting for a top-up');
  return (
    <>
      {leaving.length + incoming.length > 0 && (
        <Stack gap={4}>
          <strong>{t('Next 30 days, in BCH at the price of each payday')}</strong>
          <Columns gap="4px 24px" least={220}>
            {incoming.map((sum) => (
              <span key={`in ${sum.currency}`}>
                {rich('{amount} comes in', { amount: <Signed sign="+" text={currencyText(sum.base, sum)} /> })}
              </span>
            ))}
            {leaving.map((sum) => (
              <span key={`out ${sum.currency}`}>
                {rich('{amount} goes out', { amount: <Signed sign="−" text={currencyText(sum.base, sum)} /> })}
              </span>
            ))}
          </Columns>
        </Stack>
      )}
      {short.length > 0 && (
        <Card title={title}>
          <RecordRows label={title} rows={short.map(shortRow)} />
        </Card>
      )}
    </>
  );
};
