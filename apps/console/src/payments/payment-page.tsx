import { getRouteApi } from '@tanstack/react-router';
import type { PaymentDetail } from '@weir/client';
import { durationText } from '../format/time.js';
import { entriesOf } from '../records/history-text.js';
import { History } from '../records/history.js';
import { Loaded } from '../records/loaded.js';
import { RecordActions } from '../records/record-actions.js';
import { RecordPage } from '../records/record-page.js';
import { assetFacts, chainTimeFact, contractFact, partyFacts } from '../records/term-facts.js';
import { useReader, useRecord } from '../records/use-record.js';
import { Card, Facts } from '../ui/card.js';
import { usePageTitle } from '../ui/hooks.js';
import { Amount, Time } from '../ui/values.js';
import { useRole } from '../wallet/wallet-store.js';
import { paymentChoices } from './payment-choices.js';
import { periodsOf } from './payment-periods.js';
import { PeriodList } from './period-list.js';

export type Payment = PaymentDetail['payment'];

const route = getRouteApi('/payments/$id');

const Terms = ({ payment }: { readonly payment: Payment }) => {
  const isMine = useRole();
  return (
    <Card title="Terms">
      <Facts
        facts={[
          ['For', payment.recipient_name],
          ...partyFacts(payment, isMine),
          ['Every', durationText(payment.interval_seconds)],
          ['First period', <Time key="f" at={payment.start_date} />],
          ['Ends', payment.end_date === null ? 'When its periods are paid' : <Time key="e" at={payment.end_date} />],
          ['Can be paused', payment.pausable ? 'By the sender' : 'No'],
          ['Can be cancelled', payment.cancelable ? `With ${payment.cancel_notice_blocks} blocks’ notice` : 'No'],
          ...assetFacts(payment),
          contractFact(payment.contract_address),
          chainTimeFact(payment.as_of),
        ]}
      />
    </Card>
  );
};

/** Shows a recurring payment: its figures, periods and history, and what its parties can do. */
const View = ({ id, data: { payment, events } }: { readonly id: string; readonly data: PaymentDetail }) => {
  usePageTitle(payment.payment_id);
  const choices = paymentChoices(payment, useReader(payment));
  return (
    <RecordPage
      id={id}
      kind="Recurring payment"
      title={payment.payment_id}
      status={payment.status}
      figures={[
        ['Each period', <Amount key="each" base={payment.amount_per_period_base} of={payment} />],
        ['Paid', <Amount key="paid" base={payment.total_paid_base} of={payment} />],
        ['Periods paid', `${payment.payment_count} of ${payment.periods_funded}`],
        ['Due now', <Amount key="due" base={payment.claimable_amount_base} of={payment} />],
      ]}
      side={
        <>
          <RecordActions
            product="payment"
            record={payment}
            choices={choices}
            cancelText={`What is due goes to the recipient at once; the rest returns to you after ${payment.cancel_notice_blocks} blocks’ notice, less what falls due meanwhile. This cannot be undone.`}
          />
          <Terms payment={payment} />
        </>
      }
    >
      <Card title="Periods">
        <PeriodList periods={periodsOf(payment)} of={payment} />
      </Card>
      <History of={payment} entries={entriesOf(events)} />
    </RecordPage>
  );
};

const PaymentPage = () => {
  const { id } = route.useParams();
  const query = useRecord(id, 'payment', (weir, options) => weir.payments.at(id).get(options));
  return (
    <Loaded query={query} kind="payment">
      {(data) => <View id={id} data={data} />}
    </Loaded>
  );
};

export default PaymentPage;
