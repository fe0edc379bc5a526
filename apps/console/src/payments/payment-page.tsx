import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { PaymentDetail } from '@weir/client';
import { useServices } from '../api/services.js';
import { usePageTitle } from '../app/page-title.js';
import { shortAddress } from '../format/short.js';
import { durationText } from '../format/time.js';
import { assetFacts } from '../records/asset-facts.js';
import { entriesOf } from '../records/history-text.js';
import { History } from '../records/history.js';
import { Loaded } from '../records/loaded.js';
import { RecordPage } from '../records/record-page.js';
import { sameRecord } from '../records/same-record.js';
import { Card, Facts } from '../ui/card.js';
import { Figures } from '../ui/figures.js';
import { Address, Amount, Copyable, Time } from '../ui/values.js';
import { vaultFacts } from '../vaults/vault-facts.js';
import { useRole } from '../wallet/use-role.js';
import { useWallet } from '../wallet/wallet-store.js';
import { PaymentActions } from './payment-actions.js';
import { periodsOf } from './payment-periods.js';
import { PeriodList } from './period-list.js';

type Payment = PaymentDetail['payment'];

const route = getRouteApi('/payments/$id');

const Terms = ({ payment }: { readonly payment: Payment }) => {
  const isMine = useRole();
  return (
    <Card title="Terms">
      <Facts
        facts={[
          ...(payment.recipient_name === null ? [] : [['For', payment.recipient_name] as const]),
          ['Sender', <Address key="s" address={payment.sender} mine={isMine(payment.sender)} />],
          ...vaultFacts(payment.vault_id),
          ['Recipient', <Address key="r" address={payment.recipient} mine={isMine(payment.recipient)} />],
          ['Every', durationText(payment.interval_seconds)],
          ['First period', <Time key="f" at={payment.start_date} />],
          ['Ends', payment.end_date === null ? 'When its periods are paid' : <Time key="e" at={payment.end_date} />],
          ['Can be paused', payment.pausable ? 'By the sender' : 'No'],
          ['Can be cancelled', payment.cancelable ? `With ${payment.cancel_notice_blocks} blocks’ notice` : 'No'],
          ...assetFacts(payment),
          [
            'Contract',
            <Copyable
              key="k"
              text={payment.contract_address}
              shown={shortAddress(payment.contract_address)}
              what="contract address"
            />,
          ],
          ['Chain’s time', <Time key="n" at={payment.as_of} />],
        ]}
      />
    </Card>
  );
};

/** Shows a recurring payment: its figures, periods and history, and what its parties can do. */
const View = ({ id, data: { payment, events } }: { readonly id: string; readonly data: PaymentDetail }) => {
  usePageTitle(payment.payment_id);
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
            ['Each period', <Amount key="each" base={payment.amount_per_period_base} of={payment} />],
            ['Paid', <Amount key="paid" base={payment.total_paid_base} of={payment} />],
            ['Periods paid', `${payment.payment_count} of ${payment.periods_funded}`],
            ['Due now', <Amount key="due" base={payment.claimable_amount_base} of={payment} />],
          ]}
        />
      }
      side={
        <>
          <PaymentActions payment={payment} />
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
  const { weir } = useServices();
  const connected = useWallet();
  const query = useQuery({
    queryKey: ['record', id, 'payment', connected?.address],
    queryFn: ({ signal }) => weir.payments.at(id).get({ signal, wallet: connected?.wallet }),
    placeholderData: sameRecord(id),
  });
  return (
    <Loaded query={query} kind="payment">
      {(data) => <View id={id} data={data} />}
    </Loaded>
  );
};

export default PaymentPage;
