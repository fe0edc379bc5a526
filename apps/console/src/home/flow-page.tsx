import { Link } from '@tanstack/react-router';
import type { Payment, Stream } from '@weir/client';
import { useServices } from '../api/services.js';
import { useScope } from '../app/scope.js';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { usePageTitle } from '../ui/hooks.js';
import { PagesCard, usePages } from '../ui/pages.js';
import { Empty } from '../ui/states.js';
import { Amount, Time } from '../ui/values.js';
import { NeedsWallet } from './needs-wallet.js';
import { RecordRows, type RecordRow } from './record-rows.js';

const ROWS = 25;

type Direction = 'incoming' | 'outgoing';

const claimable = (record: Stream | Payment) =>
  record.claimable_amount_base > 0n
    ? rich('{amount} claimable', { amount: <Amount base={record.claimable_amount_base} of={record} /> })
    : undefined;

const streamRow =
  (direction: Direction) =>
  (stream: Stream): RecordRow => ({
    ...{ id: stream.id, title: stream.description ?? stream.stream_id, status: stream.status },
    ...(stream.contract === 'LOCK' ? { kind: 'lock', badge: t('Lock') } : { kind: 'stream' }),
    party: direction === 'incoming' ? stream.sender : stream.recipient,
    ...{ amountBase: stream.total_amount_base, of: stream },
    note: claimable(stream) ?? rich('until {day}', { day: <Time at={stream.end_time} isDay /> }),
  });

const paymentRow =
  (direction: Direction) =>
  (payment: Payment): RecordRow => ({
    ...{ kind: 'payment', id: payment.id, title: payment.recipient_name ?? payment.payment_id, status: payment.status },
    party: direction === 'incoming' ? payment.sender : payment.recipient,
    ...{ amountBase: payment.amount_per_period_base, of: payment },
    note:
      claimable(payment) ??
      (payment.next_payment_date !== null &&
        rich('next {time}', { time: <Time at={payment.next_payment_date} isDay /> })),
  });

const Flows = ({ direction, address }: { readonly direction: Direction; readonly address: string }) => {
  const { weir } = useServices();
  const party = direction === 'incoming' ? { recipient: address } : { sender: address };
  const streams = usePages(
    ['party', address, direction, 'streams'],
    (cursor, options) => weir.streams.page({ ...party, limit: ROWS, ...cursor }, options),
    (page) => page.streams.map(streamRow(direction)),
  );
  const payments = usePages(
    ['party', address, direction, 'payments'],
    (cursor, options) => weir.payments.page({ ...party, limit: ROWS, ...cursor }, options),
    (page) => page.payments.map(paymentRow(direction)),
  );
  const lists = [
    [t('Streams'), t('Loading the streams…'), streams],
    [t('Payments'), t('Loading the payments…'), payments],
  ] as const;
  if (streams.rows?.length === 0 && payments.rows?.length === 0)
    return (
      <Empty title={direction === 'incoming' ? t('Nothing is coming in') : t('Nothing is going out')}>
        <p>
          {direction === 'incoming'
            ? t('Streams and payments to this address appear here by themselves.')
            : t('Streams and payments from this address appear here.')}
        </p>
        {direction === 'outgoing' && <Link to="/new">{t('Create one')}</Link>}
      </Empty>
    );
  // Each follows once those above it have their height.
  const loading = lists.findIndex(([, , { isPending }]) => isPending);
  return lists.slice(0, loading === -1 ? lists.length : loading + 1).map(
    ([title, waiting, list]) =>
      list.rows?.length !== 0 && (
        <PagesCard key={title} title={title} pages={list} waiting={waiting}>
          {(rows) => <RecordRows label={title} rows={rows} />}
        </PagesCard>
      ),
  );
};

/** Creates the page of what comes in, or goes out, for the address on show. */
const createPage = (direction: Direction) => () => {
  const title = direction === 'incoming' ? t('Incoming') : t('Outgoing');
  usePageTitle(title);
  const { address } = useScope();
  return (
    <>
      <h1>{title}</h1>
      {address === undefined ? (
        <NeedsWallet>
          {direction === 'incoming' ? t('To see what is paid to you.') : t('To see what you pay to others.')}
        </NeedsWallet>
      ) : (
        <Flows key={address} direction={direction} address={address} />
      )}
    </>
  );
};

export const IncomingPage = createPage('incoming');
export const OutgoingPage = createPage('outgoing');
