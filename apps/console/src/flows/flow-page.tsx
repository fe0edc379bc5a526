import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { CurrencyPayment, Payment, Portfolio, Stream } from '@weir/client';
import { MAX_PAGE_ROWS } from '@weir/kinds';
import { useServices } from '../api/services.js';
import { currencyText } from '../currency/currency-text.js';
import { type AssetOfRecord, asTyped, decimalsOf, plainText, unitOf } from '../format/amount.js';
import { csvText } from '../format/csv.js';
import { peopleText } from '../kinds/plan-words.js';
import { rich } from '../language/rich.js';
import { numberText, plural, t } from '../language/text.js';
import { partyName, useRecordNames } from '../names/plan-names.js';
import { ListBar } from '../records/list-bar.js';
import { ListCard, type ListRow, useWhole } from '../records/list-card.js';
import { filterRows, type ListFilters, listFiltersOf } from '../records/list-filters.js';
import { PendingMovesCard, usePendingMoves } from '../records/pending-moves-card.js';
import type { RecordRow } from '../records/record-rows.js';
import { statusText } from '../ui/badge.js';
import { buttonClass } from '../ui/button.js';
import { ExamplePicture } from '../ui/example-picture.js';
import { usePageTitle, useTask } from '../ui/hooks.js';
import { usePages } from '../ui/pages.js';
import { saveFile } from '../ui/save-file.js';
import { Empty, Failed, Waiting } from '../ui/states.js';
import { Address, Amount, PartyName, Time } from '../ui/values.js';
import { NeedsWallet } from '../wallet/needs-wallet.js';
import { type Scope, useScope } from '../wallet/scope.js';

type Direction = 'incoming' | 'outgoing';

/** Which list is shown, and of whom. */
interface FlowsOf extends Pick<Scope, 'addresses' | 'treasury'> {
  readonly direction: Direction;
}

/** What lists need to know of a record of any kind. */
interface FlowRecord extends AssetOfRecord, Pick<Stream, 'id' | 'sender' | 'recipient' | 'created_at' | 'plan_id'> {
  readonly claimable_amount_base: bigint;
}

/** Who is at the other end, and which of one's own addresses the record is of, where there are several. */
const partiesOf = (
  { sender, recipient }: Pick<FlowRecord, 'sender' | 'recipient'>,
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

const claimable = (record: FlowRecord) =>
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

/** A record as a row, with what the filters look at and the export has. */
interface FlowRow extends ListRow {
  readonly number: string;
  readonly record: FlowRecord;
  /** What each payday pays, where that is not in the record's asset: with a decimal point, and its unit. */
  readonly inCurrency?: { readonly amount: string; readonly unit: string };
}

const sharedOf = (record: FlowRecord, number: string, { direction }: FlowsOf, nameOf: NameOf) => {
  const other = direction === 'incoming' ? record.sender : record.recipient;
  return {
    number,
    record,
    group: record.plan_id,
    createdAt: record.created_at,
    words: [number, other, partyName(other), nameOf(record.id)].filter((word) => word !== undefined),
  };
};

/** The records of a plan as one row: their number, their sum, and what can be claimed of all of them. */
const groupRow = (rows: readonly [FlowRow, ...FlowRow[]], { direction }: FlowsOf): RecordRow => {
  const [first] = rows;
  const sum = (amountOf: (row: FlowRow) => bigint): bigint => rows.reduce((all, row) => all + amountOf(row), 0n);
  const claimableSum = sum(({ record }) => record.claimable_amount_base);
  const statuses = [...new Set(rows.flatMap(({ status }) => status ?? []))];
  const [status, ...rest] = statuses;
  return {
    kind: 'plan',
    id: first.record.plan_id ?? first.id,
    title: peopleText(first.kind, rows.length),
    ...(status !== undefined && rest.length === 0 && { status }),
    ...(direction === 'incoming' && first.party !== undefined && { party: first.party }),
    ...(rest.length > 0 && {
      detail: statuses
        .map((one) => `${statusText(one)}: ${numberText(rows.filter((row) => row.status === one).length)}`)
        .join(', '),
    }),
    amountBase: sum(({ amountBase }) => amountBase ?? 0n),
    of: first.of,
    note:
      claimableSum > 0n
        ? rich('{amount} claimable', { amount: <Amount base={claimableSum} of={first.of} /> })
        : undefined,
  };
};

/** Writes the rows on show as CSV, one a record. */
const flowCsv = (rows: readonly FlowRow[], nameOf: NameOf): string =>
  csvText([
    [
      'number',
      'kind',
      'name',
      'title',
      'sender',
      'recipient',
      'amount',
      'claimable',
      'asset',
      'category',
      'status',
      'plan',
      'created',
    ],
    ...rows.map(({ number, kind, title, record, amountBase, inCurrency, status, createdAt }) => [
      number,
      kind,
      nameOf(record.id) ?? partyName(record.recipient) ?? '',
      title,
      record.sender,
      record.recipient,
      asTyped(inCurrency?.amount ?? plainText(amountBase ?? 0n, decimalsOf(record))),
      asTyped(plainText(record.claimable_amount_base, decimalsOf(record))),
      inCurrency?.unit ?? unitOf(record),
      record.token_category ?? '',
      status ?? '',
      record.plan_id ?? '',
      new Date(createdAt * 1_000).toISOString(),
    ]),
  ]);

const streamRow =
  (of: FlowsOf, unlocks: Unlocks | undefined, nameOf: NameOf) =>
  (stream: Stream): FlowRow => ({
    id: stream.id,
    ...sharedOf(stream, stream.stream_id, of, nameOf),
    title: stream.description ?? nameOf(stream.id) ?? stream.stream_id,
    status: stream.status,
    ...(stream.contract === 'LOCK' ? { kind: 'lock', badge: t('Lock') } : { kind: 'stream' }),
    facets: { status: stream.status, kind: stream.contract === 'LOCK' ? 'lock' : 'stream' },
    ...partiesOf(stream, of),
    amountBase: stream.total_amount_base,
    of: stream,
    note: claimable(stream) ?? untilNote(stream, unlocks),
  });

const paymentRow =
  (of: FlowsOf, nameOf: NameOf) =>
  (payment: Payment): FlowRow => ({
    kind: 'payment',
    id: payment.id,
    ...sharedOf(payment, payment.payment_id, of, nameOf),
    facets: { status: payment.status, kind: 'payment' },
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

const currencyRow =
  (of: FlowsOf) =>
  (payment: CurrencyPayment): FlowRow => {
    const { id, sender, recipient, created_at, oracle, latest_price: latest, owedBase, coveredPeriods } = payment;
    const bch = { token_type: 'BCH', token_category: null } as const;
    const record = { ...bch, id, sender, recipient, created_at, plan_id: null, claimable_amount_base: 0n };
    const name = payment.recipient_name;
    return {
      kind: 'currency',
      id,
      ...sharedOf(record, payment.payment_id, of, () => name ?? undefined),
      facets: { status: payment.status, kind: 'currency' },
      title: name ?? payment.payment_id,
      status: payment.status,
      ...partiesOf(record, of),
      // What a payday comes to orders it among others; its amount in the currency is shown.
      amountBase: latest?.amount_per_period_base,
      amount: <bdi>{currencyText(payment.amount_per_period_base, oracle)}</bdi>,
      inCurrency: { amount: payment.amount_per_period_decimal, unit: oracle.currency },
      of: bch,
      note:
        owedBase > 0n
          ? rich('debt: {amount}', { amount: <Amount base={owedBase} of={bch} /> })
          : payment.status === 'ACTIVE' && coveredPeriods?.at_price === 0
            ? t('no money for the next payday')
            : payment.next_payment_date !== null &&
              rich('next {time}', { time: <Time at={payment.next_payment_date} isDay /> }),
    };
  };

const Flows = ({ filters, ...of }: FlowsOf & { readonly filters: ListFilters }) => {
  const { direction, treasury } = of;
  const { weir } = useServices();
  const address = of.addresses.join();
  const unlocks = useUnlocks(of);
  const nameOf = useRecordNames();
  const saving = useTask();
  const now = Math.floor(Date.now() / 1_000);
  // What expired unfunded, or was discarded, is nobody's payment.
  const isShown = ({
    status,
    expires_at: until,
  }: {
    readonly status: string;
    readonly expires_at: number | null;
  }): boolean => status !== 'PENDING' || until === null || until > now;
  const party = direction === 'incoming' ? { recipient: address } : { sender: address };
  const streams = usePages(
    ['party', address, direction, 'streams'],
    (cursor, options) => weir.streams.page({ ...party, limit: MAX_PAGE_ROWS, ...cursor }, options),
    (page) => page.streams.filter(isShown).map(streamRow(of, unlocks, nameOf)),
  );
  const payments = usePages(
    ['party', address, direction, 'payments'],
    (cursor, options) => weir.payments.page({ ...party, limit: MAX_PAGE_ROWS, ...cursor }, options),
    (page) => page.payments.filter(isShown).map(paymentRow(of, nameOf)),
  );
  const inCurrencies = usePages(
    ['party', address, direction, 'currency'],
    (cursor, options) => weir.currencyPayments.page({ ...party, limit: MAX_PAGE_ROWS, ...cursor }, options),
    (page) => page.payments.filter(isShown).map(currencyRow(of)),
  );
  useWhole(streams);
  useWhole(payments);
  useWhole(inCurrencies);
  const lists = [
    [t('Streams'), t('Loading the streams…'), streams],
    [t('Payments'), t('Loading the payments…'), payments],
    [t('Payments in a currency'), t('Loading the payments in a currency…'), inCurrencies],
  ] as const;
  // Their card is above the lists.
  if (usePendingMoves(of.addresses).isLoading) return <Waiting what={t('Loading the streams…')} />;
  if (lists.every(([, , { rows }]) => rows?.length === 0))
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
        {direction === 'outgoing' ? (
          <Link to="/new" className={buttonClass('main')}>
            {t('Create one')}
          </Link>
        ) : (
          of.addresses[0] !== undefined && (
            <>
              <p>{t('Send this address to the person who pays you:')}</p>
              <Address address={of.addresses[0]} />
            </>
          )
        )}
      </Empty>
    );
  const save = async (): Promise<void> => {
    const rows = lists.flatMap(([, , { rows: read = [] }]) => filterRows(read, filters));
    await saveFile(flowCsv(rows, nameOf), `weir-${direction}.csv`, 'text/csv');
  };
  // Each follows once those above it have their height.
  const loading = lists.findIndex(([, , { isPending }]) => isPending);
  return (
    <>
      <ListBar
        list={direction}
        filters={filters}
        isBusy={loading !== -1 || saving.isRunning}
        onExport={() => void saving.run(save)}
      >
        {direction === 'incoming' && treasury === undefined && (
          <Link to="/move" className={buttonClass('plain', true)}>
            {t('Move to another wallet')}
          </Link>
        )}
      </ListBar>
      {saving.error !== undefined && <Failed error={saving.error} />}
      {lists
        .slice(0, loading === -1 ? lists.length : loading + 1)
        .map(
          ([title, waiting, pages]) =>
            pages.rows?.length !== 0 && (
              <ListCard
                key={title}
                title={title}
                waiting={waiting}
                pages={pages}
                total={pages.read[0]?.total ?? 0}
                filters={filters}
                groupRow={(rows) => groupRow(rows, of)}
              />
            ),
        )}
    </>
  );
};

/** Creates the page of what comes in, or goes out, for the address on show. */
const createPage = (direction: Direction) => () => {
  const title = direction === 'incoming' ? t('Incoming') : t('Outgoing');
  usePageTitle(title);
  const { addresses, treasury } = useScope();
  const filters = listFiltersOf(direction)(useSearch({ strict: false }));
  return (
    <>
      <h1>{title}</h1>
      {addresses.length === 0 ? (
        <NeedsWallet>
          {direction === 'incoming' ? t('To see payments to you.') : t('To see your payments to others.')}
        </NeedsWallet>
      ) : (
        <>
          <PendingMovesCard addresses={addresses} />
          <Flows
            key={addresses.join()}
            direction={direction}
            addresses={addresses}
            treasury={treasury}
            filters={filters}
          />
        </>
      )}
    </>
  );
};

export const IncomingPage = createPage('incoming');
export const OutgoingPage = createPage('outgoing');
