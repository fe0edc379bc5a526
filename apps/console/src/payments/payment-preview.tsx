import type { PaymentTerms } from '@weir/client';
import { useServices } from '../api/services.js';
import { Costs } from '../forms/costs.js';
import { PreviewCard } from '../forms/preview-card.js';
import { usePreview } from '../forms/use-preview.js';
import { PeriodList } from './period-list.js';

/** Previews every period and the costs while terms are typed. Nothing is stored. */
export const PaymentPreview = ({ terms }: { readonly terms: PaymentTerms | undefined }) => {
  const { weir } = useServices();
  const preview = usePreview('payment', terms, (asked, wallet) => weir.payments.preview(asked, wallet));
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
            isByVault={terms?.vaultId !== undefined}
          />
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </>
      )}
    </PreviewCard>
  );
};
