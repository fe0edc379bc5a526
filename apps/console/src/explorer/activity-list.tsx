import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { currencyText } from '../currency/currency-text.js';
import { shortAddress } from '../format/identifiers.js';
import { timeText } from '../format/time.js';
import { KIND_NAMES, PAGES } from '../kinds/record-kinds.js';
import { plural, t } from '../language/text.js';
import { periodText } from '../payments/intervals.js';
import { StatusBadge } from '../ui/badge.js';
import { Button, classes } from '../ui/button.js';
import { Progress } from '../ui/card.js';
import { Cell, columns, hiddenBelow, Stack } from '../ui/layout.js';
import { Empty, Failed, Waiting } from '../ui/states.js';
import { Amount, Title } from '../ui/values.js';
import styles from './activity-list.module.css';
import { PAGE_ROWS } from './page-query.js';
import { type ActivityRow, recordKindOf, type useActivity } from './use-activity.js';

/** Heights of a row, pixels. */
const ROW_HEIGHT = { wide: 60, narrow: 104 } as const;

const Party = ({ address }: { readonly address: string }) => (
  <bdi className={styles['party']}>{shortAddress(address)}</bdi>
);

/** Between who pays and who is paid, in the direction of reading. */
const Arrow = () => (
  <>
    {' '}
    <span className={styles['arrow']}>→</span>{' '}
  </>
);

const Parties = ({ row: { sender, recipient } }: { readonly row: ActivityRow }) =>
  recipient === '' ? (
    t('by {id}', { id: shortAddress(sender) })
  ) : (
    <>
      <Party address={sender} />
      <Arrow />
      <Party address={recipient} />
    </>
  );

const planText = (row: ActivityRow, streams: number): string => {
  const kind = recordKindOf(row);
  if (kind === 'lock') return plural(streams, { one: 'Locks for {count}', other: 'Locks for {count}' });
  return kind === 'stream'
    ? plural(streams, { one: 'Grants for {count}', other: 'Grants for {count}' })
    : plural(streams, { one: 'Salaries for {count}', other: 'Salaries for {count}' });
};

/** Shows what each period of a payment in a currency pays, and of anything else its number. */
const Under = ({ row: { per_period: period, stream_type: interval, stream_id } }: { readonly row: ActivityRow }) =>
  period === null ? (
    <span className={styles['id']}>
      <Title text={stream_id} />
    </span>
  ) : (
    <span className={styles['each']}>
      <bdi>{currencyText(period.amount_base, period)}</bdi> · {periodText(interval)}
    </span>
  );

/** Few operators name a source of prices: the first rows do not wait for it. */
const Worth = lazy(async () => ({ default: (await import('../records/worth.js')).Worth }));

/** How a row is laid out, and where it has its parts: in one line, or in the three lines of a narrow list. */
const LAYOUTS = {
  wide: {
    row: columns({
      widths: 'minmax(0, 1fr) 232px 150px 120px 112px 160px',
      align: 'center',
      gap: 16,
      pad: '0 12px',
      // The menu takes 224 px from 900 px on.
      below: { 1_360: { widths: 'minmax(0, 1fr) 128px 150px 80px 104px', gap: 12 } },
      className: styles['row'],
    }),
    parties: { className: styles['parties'] },
    amount: { className: styles['amount'] },
    progress: {},
    status: {},
  },
  narrow: {
    row: columns({
      widths: 'minmax(0, 1fr) auto',
      heights: 'auto auto auto',
      align: 'center',
      content: 'center',
      gap: '2px 12px',
      pad: '0 4px',
      className: styles['row'],
    }),
    parties: { column: 1, row: 2, className: classes(styles['parties'], styles['brief']) },
    amount: { column: 2, row: 1, className: classes(styles['amount'], styles['bold']) },
    progress: { column: '1 / -1', row: 3, pad: '6px 0 0' },
    status: { column: 2, row: 2, self: 'end' },
  },
} as const;

type RowLayout = keyof typeof LAYOUTS;

/** An amount of a row, and below it about what it comes to, for which a narrow list has no room. */
const RowAmount = ({
  base,
  of,
  layout,
}: {
  readonly base: bigint;
  readonly of: ActivityRow;
  readonly layout: RowLayout;
}) => (
  <Cell as="span" {...LAYOUTS[layout].amount}>
    <Amount base={base} of={of} />
    {layout === 'wide' && (
      <span className={styles['worth']}>
        <Suspense>
          <Worth base={base} of={of} />
        </Suspense>
      </span>
    )}
  </Cell>
);

const RowTime = ({ at }: { readonly at: number }) => (
  <span className={classes(styles['time'], hiddenBelow(1_360))}>{timeText(at)}</span>
);

/** Shows a plan by its first stream, lock or payment. */
const PlanRowView = ({
  row,
  plan,
  layout,
}: {
  readonly row: ActivityRow;
  readonly plan: NonNullable<ActivityRow['plan']>;
  readonly layout: RowLayout;
}) => (
  <Link to="/plans/$id" params={{ id: plan.id }} {...LAYOUTS[layout].row}>
    <Stack as="span">
      <span className={styles['kind']}>
        <bdi>{planText(row, plan.streams)}</bdi>
      </span>
      <span className={styles['id']}>
        <Title text={plan.plan_id} />
      </span>
    </Stack>
    <Cell as="span" {...LAYOUTS[layout].parties}>
      <Party address={row.sender} />
      <Arrow />
      {plural(plan.streams, { one: '{count} person', other: '{count} people' })}
    </Cell>
    {plan.total_amount_base === null ? <span /> : <RowAmount base={plan.total_amount_base} of={row} layout={layout} />}
    <span />
    <span />
    <RowTime at={row.created_at} />
  </Link>
);

interface RowViewProps {
  readonly row: ActivityRow | undefined;
  readonly layout: RowLayout;
}

/** Shows a record in the explorer; a placeholder while it loads. */
const ActivityRowView = ({ row, layout }: RowViewProps) => {
  const { row: laid, parties, progress, status: place } = LAYOUTS[layout];
  if (row === undefined)
    return <div {...laid} className={classes(laid.className, styles['empty'])} aria-hidden="true" />;
  const kind = recordKindOf(row);
  const { stream_id, title, total_amount_base, progress_percentage, status, created_at } = row;
  return (
    <Link to={PAGES[kind]} params={{ id: row.id }} {...laid}>
      <Stack as="span">
        <span className={styles['kind']}>
          <Title text={title ?? t(KIND_NAMES[kind])} />
        </span>
        <Under row={row} />
      </Stack>
      <Cell as="span" {...parties}>
        <Parties row={row} />
      </Cell>
      <RowAmount base={total_amount_base} of={row} layout={layout} />
      <Cell as="span" {...progress}>
        <Progress percent={progress_percentage} what={`${t(KIND_NAMES[kind])} ${stream_id}`} />
      </Cell>
      <Cell as="span" {...place}>
        <StatusBadge status={status} />
      </Cell>
      <RowTime at={created_at} />
    </Link>
  );
};

const RowView = ({ row, layout, isGrouped }: RowViewProps & { readonly isGrouped: boolean }) =>
  isGrouped && row?.plan != null ? (
    <PlanRowView row={row} plan={row.plan} layout={layout} />
  ) : (
    <ActivityRowView row={row} layout={layout} />
  );

interface ActivityListProps {
  readonly activity: ReturnType<typeof useActivity>;
  readonly isFiltered: boolean;
  /** Called with the range of rows near the viewport. */
  readonly onRange: (first: number, last: number) => void;
}

/** Where the list has no room for columns: the menu is beside it from 900 px on. */
const NARROW = '(max-width: 767px), (min-width: 900px) and (max-width: 1023px)';

/** Returns how rows are laid out: at one of two heights, so that a million rows need no measuring. */
const useRowLayout = (): RowLayout => {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useLayoutEffect(() => {
    const query = matchMedia(NARROW);
    const read = () => setNarrow(query.matches);
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, []);
  return isNarrow ? 'narrow' : 'wide';
};

/** Lists all records that match, virtualised: only rows near the viewport are in the document. */
export const ActivityList = ({ activity, isFiltered, onRange }: ActivityListProps) => {
  const { count, rowAt, isEmpty, isFirstLoad, error, retry } = activity;
  const layout = useRowLayout();
  const height = ROW_HEIGHT[layout];
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [isFirstLoad]);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: top,
    onChange: ({ range }) => {
      if (range !== null) onRange(range.startIndex, range.endIndex + PAGE_ROWS / 2);
    },
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);

  if (isFirstLoad && error === null) return <Waiting what={t('Loading the latest records…')} />;
  if (error !== null && count <= PAGE_ROWS && rowAt(0) === undefined) return <Failed error={error} retry={retry} />;
  if (isEmpty)
    return isFiltered ? (
      <Empty title={t('Nothing matches these filters')}>
        <p>{t('Choose “All” in one of them to see more.')}</p>
      </Empty>
    ) : (
      <Empty title={t('Nothing here yet')}>
        <p>
          {t('The first stream, payment, airdrop or proposal shows up here by itself.')}{' '}
          <Link to="/new">{t('Create one')}</Link>
        </p>
      </Empty>
    );
  return (
    <div ref={list} role="list" aria-label={t('Records')} aria-busy={activity.isRefiltering}>
      <div className={styles['rows']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            role="listitem"
            className={styles['slot']}
            style={{ height, transform: `translateY(${start - top}px)` }}
          >
            <RowView row={rowAt(index)} layout={layout} isGrouped={activity.isGrouped} />
          </div>
        ))}
      </div>
      {error !== null && (
        <Stack gap={12} pad="16px 0">
          <Failed error={error} />
          <Button onClick={retry}>{t('Load more')}</Button>
        </Stack>
      )}
    </div>
  );
};
