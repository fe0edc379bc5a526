import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Payment, Portfolio, Stream } from '@weir/client';
import { useServices } from '../api/services.js';
import { rich } from '../language/rich.js';
import { plural, t } from '../language/text.js';
import { useRecordNames } from '../names/plan-names.js';
import { RecordRows, type RecordRow } from '../records/record-rows.js';
import { buttonClass } from '../ui/button.js';
import { ExamplePicture } from '../ui/example-picture.js';
import { usePageTitle } from '../ui/hooks.js';
import { PagesCard, usePages } from '../ui/pages.js';
import { Empty } from '../ui/states.js';
import { Amount, PartyName, Time } from '../ui/values.js';
import { NeedsWallet } from '../wallet/needs-wallet.js';
import { type Scope, useScope } from '../wallet/scope.js';

const ROWS = 25;

type Direction = 'incoming' | 'outgoing';

/** Which list is shown, and of whom. */
interface FlowsOf extends Pick<Scope, 'addresses'> {
  readonly direction: Direction;
}

/** Who is at the other end, and which of one's own addresses the record is of, where there are several. */
const partiesOf = (
  { sender, recipient }: Pick<Stream | Payment, 'sender' | 'recipient'>,
  { direction, addresses }: FlowsOf,
): Pick<RecordRow, 'party' | 'own'> => {
  const isIncoming = direction === 'incoming';
  const address = <PartyName address={isIncoming ? recipient : sender} />;
  return {
    party: isIncoming ? sender : recipient,
    own:
      addresses.length < 2
        ? undefined
        : isIncoming
          ? rich('to {address}', { address })
          : rich('from {address}', { address }),
  };
};

const claimable = (record: Stream | Payment) =>
  record.claimable_amount_base > 0n
    ? rich('{amount} claimable', { amount: <Amount base={record.claimable_amount_base} of={record} /> })
    : undefined;

/** Returns what the sender called the recipient of a record, by its id. */
type NameOf = (id: string) => string | undefined;

/** When more unlocks of records, and how much, by id. */
type Unlocks = ReadonlyMap<string, Portfolio['unlocks'][number]>;

/**
 * Asks what unlocks next of what comes in: of the soonest records, as Home shows them. What comes little by little has no such
 * date.
 */
const useUnlocks = ({ direction, addresses }: FlowsOf): Unlocks | undefined => {
  const { weir } = useServices();
  return useQuery({
    queryKey: ['portfolio', 'unlocks', addresses],
    queryFn: ({ signal }) => weir.portfolio(addresses, { signal }),
    enabled: direction === 'incoming',
    select: ({ unlocks }) =>
      new Map(unlocks.flatMap((unlock) => (unlock.continuous ? [] : [[unlock.id, unlock] as const]))),
  }).data;
};

const untilNote = (stream: Stream, unlocks: Unlocks | undefined) => {
  const next = unlocks?.get(stream.id);
  if (next === undefined) return rich('until {day}', { day: <Time at={stream.end_time} isDay /> });
  return rich('unlocks next: {amount} on {day}', {
    amount: <Amount base={next.amount_base} of={stream} />,
    day: <Time at={next.at} isDay />,
  });
};

const streamRow =
  (of: FlowsOf, unlocks: Unlocks | undefined, nameOf: NameOf) =>
  (stream: Stream): RecordRow => ({
    id: stream.id,
    title: stream.description ?? nameOf(stream.id) ?? stream.stream_id,
    status: stream.status,
    ...(stream.contract === 'LOCK' ? { kind: 'lock', badge: t('Lock') } : { kind: 'stream' }),
    ...partiesOf(stream, of),
    amountBase: stream.total_amount_base,
    of: stream,
    note: claimable(stream) ?? untilNote(stream, unlocks),
  });

const paymentRow =
  (of: FlowsOf, nameOf: NameOf) =>
  (payment: Payment): RecordRow => ({
    kind: 'payment',
    id: payment.id,
    title: payment.recipient_name ?? nameOf(payment.id) ?? payment.payment_id,
    status: payment.status,
    ...partiesOf(payment, of),
    amountBase: payment.amount_per_period_base,
    of: payment,
    note:
      claimable(payment) ??
      (payment.next_payment_date !== null &&
        rich('next {time}', { time: <Time at={payment.next_payment_date} isDay /> })),
  });

const Flows = (of: FlowsOf) => {
  const { direction } = of;
  const { weir } = useServices();
  const address = of.addresses.join();
  const unlocks = useUnlocks(of);
  const nameOf = useRecordNames();
  const party = direction === 'incoming' ? { recipient: address } : { sender: address };
  const streams = usePages(
    ['party', address, direction, 'streams'],
    (cursor, options) => weir.streams.page({ ...party, limit: ROWS, ...cursor }, options),
    (page) => page.streams.map(streamRow(of, unlocks, nameOf)),
  );
  const payments = usePages(
    ['party', address, direction, 'payments'],
    (cursor, options) => weir.payments.page({ ...party, limit: ROWS, ...cursor }, options),
    (page) => page.payments.map(paymentRow(of, nameOf)),
  );
  const lists = [
    [t('Streams'), t('Loading the streams…'), streams],
    [t('Payments'), t('Loading the payments…'), payments],
  ] as const;
  if (streams.rows?.length === 0 && payments.rows?.length === 0)
    return (
      <Empty
        title={direction === 'incoming' ? t('No incoming payments') : t('No outgoing payments')}
        picture={<ExamplePicture of="rising" />}
      >
        <p>
          {direction === 'incoming'
            ? plural(of.addresses.length, {
                one: 'Streams and payments to this address appear here by themselves.',
                other: 'Streams and payments to these {count} addresses appear here by themselves.',
              })
            : plural(of.addresses.length, {
                one: 'Streams and payments from this address appear here.',
                other: 'Streams and payments from these {count} addresses appear here.',
              })}
        </p>
        {direction === 'outgoing' && (
          <Link to="/new" className={buttonClass('main')}>
            {t('Create one')}
          </Link>
        )}
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
  const { addresses } = useScope();
  return (
    <>
      <h1>{title}</h1>
      {addresses.length === 0 ? (
        <NeedsWallet>
          {direction === 'incoming' ? t('To see payments to you.') : t('To see your payments to others.')}
        </NeedsWallet>
      ) : (
        <Flows key={addresses.join()} direction={direction} addresses={addresses} />
      )}
    </>
  );
};

export const IncomingPage = createPage('incoming');
export const OutgoingPage = createPage('outgoing');
