import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Payment, Portfolio, Stream } from '@weir/client';
import { MAX_PAGE_ROWS } from '@weir/kinds';
import { useServices } from '../api/services.js';
import { asTyped, decimalsOf, plainText, unitOf } from '../format/amount.js';
import { csvText } from '../format/csv.js';
import { rich } from '../language/rich.js';
import { numberText, plural, t } from '../language/text.js';
import { partyName, useRecordNames } from '../names/plan-names.js';
import { RecordRows, type RecordRow } from '../records/record-rows.js';
import { statusText } from '../ui/badge.js';
import { buttonClass } from '../ui/button.js';
import { ExamplePicture } from '../ui/example-picture.js';
import { usePageTitle, useTask } from '../ui/hooks.js';
import { type Pages, PagesCard, usePages } from '../ui/pages.js';
import { RowsPager } from '../ui/rows-pager.js';
import { saveFile } from '../ui/save-file.js';
import { Empty, Failed } from '../ui/states.js';
import { Amount, PartyName, Time } from '../ui/values.js';
import { NeedsWallet } from '../wallet/needs-wallet.js';
import { type Scope, useScope } from '../wallet/scope.js';
import { FlowBar } from './flow-bar.js';
import {
  type FilteredRow,
  filterFlows,
  type FlowFilters,
  flowFiltersOf,
  groupByPlan,
  isNarrowed,
} from './flow-filters.js';

/** Most records of each list that are read without being asked for: a filter looks at these. */
const READ_UNASKED = 1_000;
/** Rows in the document at once. */
const SHOWN = 25;

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

/** A record as a row, with what the filters look at and the export has. */
interface FlowRow extends RecordRow, FilteredRow {
  readonly number: string;
  readonly record: Stream | Payment;
}

const sharedOf = (record: Stream | Payment, number: string, { direction }: FlowsOf, nameOf: NameOf) => {
  const other = direction === 'incoming' ? record.sender : record.recipient;
  return {
    number,
    record,
    planId: record.plan_id,
    createdAt: record.created_at,
    words: [number, other, partyName(other), nameOf(record.id)].filter((word) => word !== undefined),
  };
};

/** What the records of a plan are called together. */
const groupTitle = (kind: RecordRow['kind'], count: number): string => {
  if (kind === 'payment') return plural(count, { one: 'Salaries for {count}', other: 'Salaries for {count}' });
  return kind === 'lock'
    ? plural(count, { one: 'Locks for {count}', other: 'Locks for {count}' })
    : plural(count, { one: 'Grants for {count}', other: 'Grants for {count}' });
};

/** The records of a plan as one row: their number, their sum, and what can be claimed of all of them. */
const groupRow = (rows: readonly [FlowRow, ...FlowRow[]], { direction }: FlowsOf): RecordRow => {
  const [first, ...others] = rows;
  if (others.length === 0 || first.planId === null) return first;
  const sum = (amountOf: (row: FlowRow) => bigint): bigint => rows.reduce((all, row) => all + amountOf(row), 0n);
  const claimableSum = sum(({ record }) => record.claimable_amount_base);
  const statuses = [...new Set(rows.flatMap(({ status }) => status ?? []))];
  const [status, ...rest] = statuses;
  return {
    kind: 'plan',
    id: first.planId,
    title: groupTitle(first.kind, rows.length),
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
    ...rows.map(({ number, kind, title, record, amountBase, status, planId, createdAt }) => [
      number,
      kind,
      nameOf(record.id) ?? partyName(record.recipient) ?? '',
      title,
      record.sender,
      record.recipient,
      ...[amountBase ?? 0n, record.claimable_amount_base].map((base) => asTyped(plainText(base, decimalsOf(record)))),
      unitOf(record),
      record.token_category ?? '',
      status ?? '',
      planId ?? '',
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

/** Reads further pages by itself, up to as many records as filters look at. */
const useWhole = ({ rows, readMore }: Pages<FlowRow>): void => {
  const count = rows?.length ?? 0;
  const read = useEffectEvent(() => readMore?.());
  useEffect(() => {
    if (count < READ_UNASKED) read();
  }, [count]);
};

interface FlowListProps {
  readonly title: string;
  readonly waiting: string;
  readonly pages: Pages<FlowRow, { readonly total: number }>;
  readonly filters: FlowFilters;
  readonly of: FlowsOf;
}

/** A list with as many rows as the filters leave, a page at a time, and how many these are of how many. */
const FlowList = ({ title, waiting, pages, filters, of }: FlowListProps) => {
  const [page, setPage] = useState(0);
  useEffect(() => setPage(0), [filters.status, filters.q, filters.sort, filters.group]);
  const { rows = [], read } = pages;
  const matching = useMemo(() => filterFlows(rows, filters), [rows, filters]);
  const groups = useMemo(() => groupByPlan(matching, filters), [matching, filters]);
  const total = read[0]?.total ?? 0;
  const first = Math.min(page * SHOWN, Math.floor(Math.max(0, groups.length - 1) / SHOWN) * SHOWN);
  const shown = groups.slice(first, first + SHOWN).map((group) => ({ group, row: groupRow(group, of) }));
  const counted = isNarrowed(filters)
    ? t('{matching} of {total}', { matching: numberText(matching.length), total: numberText(total) })
    : numberText(total);
  return (
    <PagesCard
      title={title}
      aside={rows.length > 0 && <span role="status">{counted}</span>}
      pages={{ ...pages, more: rows.length < READ_UNASKED ? false : pages.more }}
      waiting={waiting}
    >
      {() => (
        <>
          {rows.length < total && rows.length >= READ_UNASKED && (
            <p>
              {t('Filters and order apply to the newest {loaded} of {total}.', {
                loaded: numberText(rows.length),
                total: numberText(total),
              })}
            </p>
          )}
          {groups.length === 0 && <p>{t('Nothing matches these filters.')}</p>}
          <RecordRows label={title} rows={shown.map(({ row }) => row)} />
          <RowsPager first={first} size={SHOWN} count={groups.length} onPage={setPage} />
        </>
      )}
    </PagesCard>
  );
};

const Flows = ({ filters, ...of }: FlowsOf & { readonly filters: FlowFilters }) => {
  const { direction } = of;
  const { weir } = useServices();
  const address = of.addresses.join();
  const unlocks = useUnlocks(of);
  const nameOf = useRecordNames();
  const saving = useTask();
  const now = Math.floor(Date.now() / 1_000);
  // What expired unfunded, or was discarded, is nobody's payment.
  const isShown = ({ status, expires_at: until }: Stream | Payment): boolean =>
    status !== 'PENDING' || until === null || until > now;
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
  useWhole(streams);
  useWhole(payments);
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
  const save = async (): Promise<void> => {
    const rows = lists.flatMap(([, , { rows: read = [] }]) => filterFlows(read, filters));
    await saveFile(flowCsv(rows, nameOf), `weir-${direction}.csv`, 'text/csv');
  };
  // Each follows once those above it have their height.
  const loading = lists.findIndex(([, , { isPending }]) => isPending);
  return (
    <>
      <FlowBar
        list={direction}
        filters={filters}
        isBusy={loading !== -1 || saving.isRunning}
        onExport={() => void saving.run(save)}
      />
      {saving.error !== undefined && <Failed error={saving.error} />}
      {lists
        .slice(0, loading === -1 ? lists.length : loading + 1)
        .map(
          ([title, waiting, pages]) =>
            pages.rows?.length !== 0 && (
              <FlowList key={title} title={title} waiting={waiting} pages={pages} filters={filters} of={of} />
            ),
        )}
    </>
  );
};

/** Creates the page of what comes in, or goes out, for the address on show. */
const createPage = (direction: Direction) => () => {
  const title = direction === 'incoming' ? t('Incoming') : t('Outgoing');
  usePageTitle(title);
  const { addresses } = useScope();
  const filters = flowFiltersOf(useSearch({ strict: false }));
  return (
    <>
      <h1>{title}</h1>
      {addresses.length === 0 ? (
        <NeedsWallet>
          {direction === 'incoming' ? t('To see payments to you.') : t('To see your payments to others.')}
        </NeedsWallet>
      ) : (
        <Flows key={addresses.join()} direction={direction} addresses={addresses} filters={filters} />
      )}
    </>
  );
};

export const IncomingPage = createPage('incoming');
export const OutgoingPage = createPage('outgoing');
