import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useServices } from '../api/services.js';
import { usePageTitle } from '../app/page-title.js';
import { durationText } from '../format/time.js';
import { entriesOf } from '../records/history-text.js';
import { History } from '../records/history.js';
import { RecordPage } from '../records/record-page.js';
import { Card, Facts } from '../ui/card.js';
import { Figures } from '../ui/figures.js';
import { Failed, Waiting } from '../ui/states.js';
import { Address, Amount, Time } from '../ui/values.js';
import { useRole } from '../wallet/use-role.js';
import { PaymentActions } from './payment-actions.js';

const route = getRouteApi('/payments/$id');

/** One recurring payment. */
const PaymentPage = () => {
  const { id } = route.useParams();
  const { weir } = useServices();
  const isMine = useRole();
  const { data, error, refetch } = useQuery({
    queryKey: ['record', id, 'payment'],
    queryFn: ({ signal }) => weir.payments.at(id).status({ signal }),
  });
  usePageTitle(data?.payment.payment_id ?? 'Payment');
  if (error !== null && data === undefined) return <Failed error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="Reading the payment…" />;
  const { payment, events } = data;
  const of = payment.token_type;
  return (
    <RecordPage
      id={id}
      kind="Recurring payment"
      title={payment.payment_id}
      status={payment.status}
      figures={
        <Figures
          label="How it stands"
          figures={[
            ['Each period', <Amount key="each" base={payment.amount_per_period_base} of={of} />],
            ['Paid', <Amount key="paid" base={payment.total_paid_base} of={of} />],
            ['Periods paid', `${payment.payment_count} of ${payment.periods_funded}`],
            ['Due now', <Amount key="due" base={payment.claimable_amount_base} of={of} />],
          ]}
        />
      }
      side={
        <>
          <PaymentActions payment={payment} />
          <Card title="Terms">
            <Facts
              facts={[
                ...(payment.recipient_name === null ? [] : [['For', payment.recipient_name] as const]),
                ['Sender', <Address key="s" address={payment.sender} mine={isMine(payment.sender)} />],
                ['Recipient', <Address key="r" address={payment.recipient} mine={isMine(payment.recipient)} />],
                ['Every', durationText(payment.interval_seconds)],
                ['First period', <Time key="f" at={payment.start_date} />],
                ...(payment.next_payment_date === null
                  ? []
                  : [['Next', <Time key="n" at={payment.next_payment_date} ago />] as const]),
                ['Can be paused', payment.pausable ? 'By the sender' : 'No'],
                ['Can be cancelled', payment.cancelable ? `With ${payment.cancel_notice_blocks} blocks’ notice` : 'No'],
              ]}
            />
          </Card>
        </>
      }
    >
      <History of={of} entries={entriesOf(events)} />
    </RecordPage>
  );
};

export default PaymentPage;
