import type { PaymentTerms } from '@weir/client';
import { useServices } from '../api/services.js';
import { Costs } from '../forms/costs.js';
import { PreviewCard } from '../forms/preview-card.js';
import { usePreview } from '../forms/use-preview.js';
import { PeriodList } from './period-list.js';

/** Loads the preview of terms while they are typed. Nothing is stored. */
export const usePaymentPreview = (terms: PaymentTerms | undefined) => {
  const { weir } = useServices();
  return usePreview('payment', terms, (asked, wallet) => weir.payments.preview(asked, wallet));
};

interface PaymentPreviewProps {
  readonly preview: ReturnType<typeof usePaymentPreview>;
  /** Whether a vault pays rather than the user. */
  readonly isByVault: boolean;
}

/** Shows the periods and the costs of a payment that is being drafted. */
export const PaymentPreview = ({ preview, isByVault }: PaymentPreviewProps) => {
  return (
    <PreviewCard {...preview}>
      {({ payment, schedule, funding, warnings }) => (
        <>
          <PeriodList
            of={payment}
            periods={schedule.map(({ time, amountBase }, index) => ({
              ...{ number: index + 1, at: time, state: 'coming', amount: amountBase },
            }))}
          />
          <Costs
            what={payment.periods_funded === 1 ? 'One period' : `${payment.periods_funded} periods`}
            total={payment.total_amount_base}
            of={payment}
            funding={funding}
            isByVault={isByVault}
          />
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </>
      )}
    </PreviewCard>
  );
};
