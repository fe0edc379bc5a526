import { getRouteApi, Link } from '@tanstack/react-router';
import type { PaymentDetail } from '@weir/client';
import { shortAddress } from '../format/identifiers.js';
import { noticeText } from '../format/time.js';
import { t } from '../language/text.js';
import { usePartyName } from '../names/plan-names.js';
import { entriesOf } from '../records/history-text.js';
import { History } from '../records/history.js';
import { Loaded } from '../records/loaded.js';
import { moveFact, MoveOffer, PendingMove } from '../records/pending-move.js';
import { RecordActions } from '../records/record-actions.js';
import { RecordPage } from '../records/record-page.js';
import { assetFacts, partyFacts } from '../records/term-facts.js';
import { useReader, useRecord } from '../records/use-record.js';
import { buttonClass } from '../ui/button.js';
import { Card, Facts } from '../ui/card.js';
import { Time } from '../ui/values.js';
import { useRole, useWallet } from '../wallet/wallet-store.js';
import { PaydayAmount } from './payday-amount.js';
import { paidFact } from './paydays-text.js';
import { paymentChoices } from './payment-choices.js';
import { PaymentMoney } from './payment-money.js';
import { nextPayday, periodsOf } from './payment-periods.js';
import { PeriodList } from './period-list.js';
import { RenewedWithPlan, RenewPayment } from './renew-payment.js';

export type Payment = PaymentDetail['payment'];

const route = getRouteApi('/payments/$id');

const Terms = ({ payment }: { readonly payment: Payment }) => {
  const next = nextPayday(payment);
  const isMine = useRole();
  return (
    <Card title={t('Terms')}>
      <Facts
        facts={[
          ...partyFacts(payment, isMine),
          [
            t('In all'),
            <PaydayAmount
              key="all"
              each={payment.amount_per_period_base}
              periods={payment.periods_funded}
              total={payment.amount_per_period_base * BigInt(payment.periods_funded)}
              of={payment}
            />,
          ],
          paidFact(payment),
          [t('Next payday'), next !== undefined && <Time key="n" at={next} />],
          [t('First payday'), <Time key="f" at={payment.start_date} />],
          [t('Ends'), payment.end_date === null ? t('With its last payday') : <Time key="e" at={payment.end_date} />],
          [t('Can be paused'), payment.pausable ? t('By the sender') : t('No')],
          [
            t('Can be cancelled'),
            payment.cancelable
              ? t('With a notice of {duration}', { duration: noticeText(payment.cancel_notice_blocks) })
              : t('No'),
          ],
          moveFact(payment),
          ...assetFacts(payment),
        ]}
      />
    </Card>
  );
};

/** Leads to the page that changes an active salary, or opens the one that follows a cancelled one. */
const ChangeSalary = ({ payment: { id, status } }: { readonly payment: Payment }) => (
  <Card title={t('Change the amount')}>
    <p>
      {status === 'CANCELLED'
        ? t('A new salary can start with the first payday that this one did not pay.')
        : t('This cancels the salary, and opens a new one from its next payday on.')}
    </p>
    <Link to="/payments/$id/change" params={{ id }} className={buttonClass('plain')}>
      {status === 'CANCELLED' ? t('Open a new salary') : t('Change the salary')}
    </Link>
  </Card>
);

/** Shows a recurring payment: its figures, periods and history, and what its parties can do. */
const View = ({
  id,
  data: { payment, events, renewed_with_plan: planId },
}: {
  readonly id: string;
  readonly data: PaymentDetail;
}) => {
  const name = usePartyName(payment.recipient);
  const connected = useWallet();
  const reader = useReader(payment);
  const choices = paymentChoices(payment, reader);
  const isRenewable = reader.isSender && (payment.status === 'ACTIVE' || payment.status === 'COMPLETED');
  const isPayer = reader.isSender || (payment.vault_id !== null && connected !== undefined);
  const isChangeable =
    payment.cancelable && (payment.status === 'CANCELLED' || (payment.status === 'ACTIVE' && planId === null));
  const entries = entriesOf(events);
  return (
    <RecordPage
      id={id}
      kind={t('Recurring payment')}
      displayId={payment.payment_id}
      title={payment.recipient_name ?? t('Salary for {name}', { name: name ?? shortAddress(payment.recipient) })}
      status={payment.status}
      money={<PaymentMoney payment={payment} />}
      receipts={{ entries, of: payment }}
      onChain={{ contract: payment.contract_address, category: payment.token_category, asOf: payment.as_of }}
      actions={
        <>
          <PendingMove product="payment" record={payment} />
          <RecordActions
            product="payment"
            record={payment}
            choices={choices}
            cancelText={t(
              'The claimable amount goes to the recipient at once. The rest returns to you after a cancel notice of {duration}, less the payments of that time. This cannot be undone.',
              { duration: noticeText(payment.cancel_notice_blocks) },
            )}
          />
          <MoveOffer record={payment} />
        </>
      }
      side={
        <>
          <Terms payment={payment} />
          {/* Last, since it comes when the wallet has reconnected: nothing that is in view moves then. */}
          {isRenewable && planId !== null && <RenewedWithPlan planId={planId} />}
          {isRenewable && planId === null && connected !== undefined && (
            <RenewPayment payment={payment} wallet={connected.wallet} />
          )}
          {isPayer && isChangeable && <ChangeSalary payment={payment} />}
        </>
      }
    >
      <Card title={t('Paydays')}>
        <PeriodList periods={periodsOf(payment)} of={payment} />
      </Card>
      <History of={payment} entries={entries} />
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
