import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { CurrencyPayment, CurrencyPaymentDetail } from '@weir/client';
import { useServices } from '../api/services.js';
import { amountWithUnit } from '../format/amount.js';
import { timeText } from '../format/time.js';
import { numberText, t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { useFirstRows } from '../ui/first-rows.js';
import { Columns, Stack } from '../ui/layout.js';
import { saveFile } from '../ui/save-file.js';
import { Failed, Waiting } from '../ui/states.js';
import { Amount, Time, TxHash } from '../ui/values.js';
import { currencyText, type CurrencyUnit } from './currency-text.js';
import styles from './currency.module.css';
import { pricesCsv } from './price-csv.js';

type Execution = CurrencyPaymentDetail['executions'][number];

/** Executions on show. */
const SHOWN = 12;

/** Has the page itself compute each payday from the oracle's signatures and the funding on the chain. */
const useCheckedPrices = ({ id, executions }: { readonly id: string; readonly executions: readonly Execution[] }) => {
  const { weir } = useServices();
  const priced = executions.flatMap(({ price, tx_hash: hash }) => (price === null ? [] : [hash]));
  return useQuery({
    queryKey: ['record', id, 'prices', priced.join()],
    queryFn: ({ signal }) => weir.currencyPayments.at(id).checkPrices({ signal }),
    enabled: priced.length > 0,
    // What an oracle signed for a payday never changes.
    staleTime: Infinity,
  });
};

/** Says whether what is on show was computed here. */
const Check = ({ isChecked, error }: { readonly isChecked: boolean; readonly error: Error | null }) => {
  if (error !== null) return <Failed error={error} />;
  if (!isChecked) return <Waiting what={t('Checking every price against the oracle’s signatures…')} />;
  return (
    <p role="status">
      {t(
        'Verified: this page computed each amount from the prices that the oracle signed and the terms on the chain, not from what the service says.',
      )}
    </p>
  );
};

/** One payment: a payday with its price, or a debt. */
const PaidRow = ({ execution, unit }: { readonly execution: Execution; readonly unit: CurrencyUnit }) => {
  const { price, paid_at: paidAt, amountBase: paid, owedBase: owed, tx_hash: hash } = execution;
  return (
    <Columns as="li" isRuled widths="minmax(0, 1fr) auto" gap="2px 16px" pad="10px 0" align="start">
      <strong>{price === null ? t('Debt paid') : <Time at={price.due} />}</strong>
      <Amount base={price === null ? paid : price.amountBase} of="BCH" />
      <Stack gap={2} column="1 / -1">
        <span className={styles['note']}>
          {price === null
            ? timeText(paidAt)
            : t('{price} for 1 BCH, signed {time}, message {number}', {
                price: currencyText(price.price_base, unit),
                time: timeText(price.time),
                number: numberText(price.number),
              })}
        </span>
        {price !== null && paid !== price.amountBase && (
          <span className={styles['note']}>{t('paid: {amount}', { amount: amountWithUnit(paid, 'BCH') })}</span>
        )}
        {owed > 0n && (
          <span className={styles['note']}>
            {t('debt after it: {amount}', { amount: amountWithUnit(owed, 'BCH') })}
          </span>
        )}
        <TxHash hash={hash} />
      </Stack>
    </Columns>
  );
};

interface PriceListProps {
  readonly payment: CurrencyPayment;
  /** The oldest first. */
  readonly executions: readonly Execution[];
}

/** Lists the paydays that were paid, each with its price, when the oracle signed it, and by which message; the latest first. */
export const PriceList = ({ payment, executions }: PriceListProps) => {
  const { data, error } = useCheckedPrices({ id: payment.id, executions });
  const { shown, others } = useFirstRows(executions.toReversed(), SHOWN);
  if (executions.length === 0) return null;
  return (
    <Card
      title={t('Paydays so far')}
      aside={
        <Button
          look="quiet"
          small
          onClick={() => void saveFile(pricesCsv(payment, executions), 'weir-paydays.csv', 'text/csv')}
        >
          <Download size={16} aria-hidden="true" /> {t('Save as CSV')}
        </Button>
      }
    >
      <Check isChecked={data !== undefined} error={error} />
      <ol>
        {shown.map((execution) => (
          <PaidRow key={execution.tx_hash} execution={execution} unit={payment.oracle} />
        ))}
      </ol>
      {others}
    </Card>
  );
};
