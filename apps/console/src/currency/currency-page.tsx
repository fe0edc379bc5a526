import { getRouteApi } from '@tanstack/react-router';
import type { CurrencyPayment, CurrencyPaymentDetail } from '@weir/client';
import { countedPrice } from '@weir/payments';
import { shortAddress, shortHash } from '../format/identifiers.js';
import { noticeText } from '../format/time.js';
import { rich } from '../language/rich.js';
import { numberText, t } from '../language/text.js';
import { usePartyName } from '../names/plan-names.js';
import { paidFact } from '../payments/paydays-text.js';
import type { HistoryEntry } from '../records/history-text.js';
import { History } from '../records/history.js';
import { Loaded } from '../records/loaded.js';
import { NamedAddress } from '../records/named-address.js';
import { RecordMoney } from '../records/record-money.js';
import { RecordPage } from '../records/record-page.js';
import { useReader, useRecord } from '../records/use-record.js';
import { Card, Facts } from '../ui/card.js';
import { Caution } from '../ui/caution.js';
import { Amount, Copyable, Time } from '../ui/values.js';
import { useRole } from '../wallet/wallet-store.js';
import { CurrencyActions } from './currency-actions.js';
import { currencyText, paydaysText } from './currency-text.js';
import { OpenedTogether } from './opened-together.js';
import { graceText, PaymentForecast } from './payment-forecast.js';
import { PriceList } from './price-list.js';
import { TillCard } from './till-card.js';
import { TopUp } from './top-up.js';
import { PRICE_MS } from './use-oracles.js';

const route = getRouteApi('/currency-payments/$id');

const isLive = ({ status }: Pick<CurrencyPayment, 'status'>): boolean => status === 'ACTIVE' || status === 'PAUSED';

/** The steps of a payment on the chain, the latest first. */
const entriesOf = (events: CurrencyPaymentDetail['events']): readonly HistoryEntry[] =>
  events.map(({ tx_hash: txHash, ...event }) => ({ ...event, txHash })).toReversed();

/** Shows the money in the contract, and what of it is a debt. */
const Money = ({ payment }: { readonly payment: CurrencyPayment }) => {
  const { status, balanceBase: balance, reserveBase: reserve, owedBase: owed, total_paid_base: paid } = payment;
  const of = 'BCH';
  if (status === 'PENDING')
    return (
      <RecordMoney name={t('Paid in at first, not funded yet')} amount={{ base: payment.opening_amount_base, of }} />
    );
  const isOver = balance === 0n;
  const free = balance > reserve ? balance - reserve : 0n;
  return (
    <RecordMoney
      name={isOver ? t('Paid') : t('Money for paydays')}
      amount={{ base: isOver ? paid : free, of }}
      parts={[
        { name: t('Paid'), value: <Amount base={paid} of={of} />, base: paid, state: 'paid' },
        {
          name: t('In the contract'),
          value: <Amount base={balance} of={of} />,
          base: balance,
          state: 'locked',
        },
      ]}
      note={
        owed > 0n
          ? rich('Debt: {amount}. It was fixed by the price of its payday, and is paid first.', {
              amount: <Amount base={owed} of={of} />,
            })
          : undefined
      }
    />
  );
};

/** Warns of limits that the price has come close to, or gone beyond. */
const OldBounds = ({ payment }: { readonly payment: CurrencyPayment }) => {
  const { latest_price: latest, price_bounds: bounds, oracle } = payment;
  if (latest === null || bounds.are_old !== true || !isLive(payment)) return null;
  const values = {
    price: currencyText(latest.price_base, oracle),
    lowest: currencyText(bounds.lowest_base, oracle),
    highest: currencyText(bounds.highest_base, oracle),
  };
  const counted = countedPrice(latest.price_base, { lowest: bounds.lowest_base, highest: bounds.highest_base });
  return counted === latest.price_base ? (
    <Caution title={t('The price comes close to a limit')}>
      {t(
        'BCH is at {price}. Prices below {lowest} or above {highest} do not count. Open the payment again with new limits in time.',
        values,
      )}
    </Caution>
  ) : (
    <Caution title={t('The price is beyond a limit')}>
      {t(
        'BCH is at {price}, and paydays are paid as if it were at {counted}. Open the payment again with new limits.',
        {
          price: values.price,
          counted: currencyText(counted, oracle),
        },
      )}
    </Caution>
  );
};

/** Shows the next payday: when it is, and what it would pay by the latest price. */
const NextPayday = ({ payment }: { readonly payment: CurrencyPayment }) => {
  const { latest_price: latest, next_payment_date: next, oracle } = payment;
  if (!isLive(payment) && payment.status !== 'PENDING') return null;
  return (
    <Card title={t('Next payday')}>
      <PaymentForecast
        amount={payment.amount_per_period_base}
        unit={oracle}
        price={latest && { base: latest.price_base, time: latest.time }}
        range={
          latest === null
            ? undefined
            : {
                today: latest.amount_per_period_base,
                least: payment.least_per_period_base,
                most: payment.most_per_period_base,
              }
        }
        coverage={payment.coveredPeriods}
        facts={[[t('Payday'), next !== null && <Time key="n" at={next} ago />]]}
      />
      <p>{graceText(payment.grace_seconds)}</p>
    </Card>
  );
};

const Terms = ({ payment }: { readonly payment: CurrencyPayment }) => {
  const roleOf = useRole();
  const { oracle, price_bounds: bounds, periods } = payment;
  return (
    <Card title={t('Terms')}>
      <Facts
        facts={[
          [t('Sender'), <NamedAddress key="s" address={payment.sender} mine={roleOf(payment.sender)} />],
          [t('Recipient'), <NamedAddress key="r" address={payment.recipient} mine={roleOf(payment.recipient)} />],
          [t('Each payday pays'), <bdi key="a">{currencyText(payment.amount_per_period_base, oracle)}</bdi>],
          paidFact(payment),
          [
            t('Prices that count, of one BCH'),
            <bdi key="b">{`${currencyText(bounds.lowest_base, oracle)} – ${currencyText(bounds.highest_base, oracle)}`}</bdi>,
          ],
          [
            t('Oracle'),
            <Copyable key="o" text={oracle.public_key} shown={shortHash(oracle.public_key)} what={t('key')} />,
          ],
          [t('First payday'), <Time key="f" at={payment.start_date} />],
          [t('Number of paydays'), periods === null ? t('without an end') : numberText(periods)],
          [t('Paydays paid'), paydaysText(payment.payment_count)],
          [t('Smallest top-up'), <Amount key="l" base={payment.least_top_up_base} of="BCH" />],
          [t('Can be paused'), payment.pausable ? t('By the sender') : t('No')],
          [
            t('Can be cancelled'),
            t('With a notice of {duration}', { duration: noticeText(payment.cancel_notice_blocks) }),
          ],
        ]}
      />
    </Card>
  );
};

/** Shows a payment in a currency: its money, its next payday, what was paid at which price, and what its parties can do. */
const View = ({
  id,
  data: { payment, executions, events },
}: {
  readonly id: string;
  readonly data: CurrencyPaymentDetail;
}) => {
  const name = usePartyName(payment.recipient);
  const reader = useReader(payment);
  const entries = entriesOf(events);
  const { topUpAddress: address, oracle } = payment;
  return (
    <RecordPage
      id={id}
      kind={t('Payment in a currency')}
      displayId={payment.payment_id}
      title={
        payment.recipient_name ??
        t('{amount} for {name}', {
          amount: currencyText(payment.amount_per_period_base, oracle),
          name: name ?? shortAddress(payment.recipient),
        })
      }
      status={payment.status}
      money={<Money payment={payment} />}
      receipts={{ entries, of: 'BCH' }}
      onChain={{ contract: payment.contract_address, asOf: payment.as_of }}
      actions={<CurrencyActions payment={payment} reader={reader} />}
      side={
        <>
          {address !== null && <TopUp payment={payment} address={address} />}
          <TillCard payment={payment} reader={reader} />
          <Terms payment={payment} />
        </>
      }
    >
      <OldBounds payment={payment} />
      <NextPayday payment={payment} />
      <OpenedTogether payment={payment} reader={reader} />
      <PriceList payment={payment} executions={executions} />
      <History of="BCH" entries={entries} />
    </RecordPage>
  );
};

/** Page of a payment in a currency. It is read again as prices come, of which there is no event. */
const CurrencyPage = () => {
  const { id } = route.useParams();
  const query = useRecord(id, 'currency', (weir, options) => weir.currencyPayments.at(id).get(options), {
    everyMs: PRICE_MS,
  });
  return (
    <Loaded query={query} kind="currency">
      {(data) => <View id={id} data={data} />}
    </Loaded>
  );
};

export default CurrencyPage;
