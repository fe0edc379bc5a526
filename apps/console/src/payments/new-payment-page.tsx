import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useServices } from '../api/services.js';
import { Costs } from '../forms/costs.js';
import { NewPage } from '../forms/new-page.js';
import { NewRecordForm } from '../forms/new-record-form.js';
import { newPaymentDraft, readPaymentDraft } from './payment-draft.js';
import { PaymentForm } from './payment-form.js';
import { PeriodList } from './period-list.js';

const route = getRouteApi('/payments/new');

/** Form for the terms, and their preview: the periods and the costs. */
const Form = ({ now }: { readonly now: number }) => {
  const { weir } = useServices();
  const navigate = useNavigate();
  return (
    <NewRecordForm
      what="payment"
      first={newPaymentDraft(now)}
      read={readPaymentDraft}
      Fields={PaymentForm}
      vault={route.useSearch().vault}
      ask={(asked, wallet) => weir.payments.preview(asked, wallet)}
      create={async (agreed, wallet) => {
        const { id } = await weir.payments.create(agreed, wallet);
        await navigate({ to: '/payments/$id', params: { id } });
      }}
    >
      {({ payment, schedule, funding }, isByVault) => (
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
        </>
      )}
    </NewRecordForm>
  );
};

const NewPaymentPage = () => <NewPage title="New payment">{(now) => <Form now={now} />}</NewPage>;

export default NewPaymentPage;
