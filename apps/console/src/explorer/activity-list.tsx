import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { shortAddress } from '../format/identifiers.js';
import { timeText } from '../format/time.js';
import { KIND_NAMES, PAGES } from '../kinds/record-kinds.js';
import { plural, t } from '../language/text.js';
import { StatusBadge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { Progress } from '../ui/card.js';
import { Stack } from '../ui/layout.js';
import { Empty, Failed, Waiting } from '../ui/states.js';
import { Amount, Title } from '../ui/values.js';
import styles from './activity-list.module.css';
import { PAGE_ROWS } from './page-query.js';
import { type ActivityRow, recordKindOf, type useActivity } from './use-activity.js';

/** Heights of a row, pixels, as `activity-list.module.css` lays it out. */
const ROW_HEIGHT = { wide: 60, narrow: 104 } as const;

const Party = ({ address }: { readonly address: string }) => (
  <span className={styles['party']}>{shortAddress(address)}</span>
);

const Parties = ({ row: { sender, recipient } }: { readonly row: ActivityRow }) =>
  recipient === '' ? (
    t('by {id}', { id: shortAddress(sender) })
  ) : (
    <>
      <Party address={sender} /> → <Party address={recipient} />
    </>
  );

const planText = (row: ActivityRow, streams: number): string => {
  const kind = recordKindOf(row);
  if (kind === 'lock') return plural(streams, { one: 'Locks for {count}', other: 'Locks for {count}' });
  return kind === 'stream'
    ? plural(streams, { one: 'Grants for {count}', other: 'Grants for {count}' })
    : plural(streams, { one: 'Salaries for {count}', other: 'Salaries for {count}' });
};

/** Few operators name a source of prices: the first rows do not wait for it. */
const Worth = lazy(async () => ({ default: (await import('../records/worth.js')).Worth }));

/** An amount of a row, and below it about what it comes to. */
const RowAmount = ({ base, of }: { readonly base: bigint; readonly of: ActivityRow }) => (
  <span className={styles['amount']}>
    <Amount base={base} of={of} />
    <span className={styles['worth']}>
      <Suspense>
        <Worth base={base} of={of} />
      </Suspense>
    </span>
  </span>
);

/** Shows a plan by its first stream, lock or payment. */
const PlanRowView = ({ row, plan }: { readonly row: ActivityRow; readonly plan: NonNullable<ActivityRow['plan']> }) => (
  <Link to="/plans/$id" params={{ id: plan.id }} className={styles['row']}>
    <Stack as="span">
      <span className={styles['kind']}>{planText(row, plan.streams)}</span>
      <span className={styles['id']}>
        <Title text={plan.plan_id} />
      </span>
    </Stack>
    <span className={styles['parties']}>
      <Party address={row.sender} /> → {plural(plan.streams, { one: '{count} person', other: '{count} people' })}
    </span>
    {plan.total_amount_base === null ? <span /> : <RowAmount base={plan.total_amount_base} of={row} />}
    <span />
    <span />
    <span className={styles['time']}>{timeText(row.created_at)}</span>
  </Link>
);

/** Shows a record in the explorer; a placeholder while it loads. */
const ActivityRowView = ({ row }: { readonly row: ActivityRow | undefined }) => {
  if (row === undefined) return <div className={styles['empty']} aria-hidden="true" />;
  const kind = recordKindOf(row);
  const { stream_id, title, total_amount_base, progress_percentage, status, created_at } = row;
  return (
    <Link to={PAGES[kind]} params={{ id: row.id }} className={styles['row']}>
      <Stack as="span">
        <span className={styles['kind']}>
          <Title text={title ?? t(KIND_NAMES[kind])} />
        </span>
        <span className={styles['id']}>
          <Title text={stream_id} />
        </span>
      </Stack>
      <span className={styles['parties']}>
        <Parties row={row} />
      </span>
      <RowAmount base={total_amount_base} of={row} />
      <span className={styles['progress']}>
        <Progress percent={progress_percentage} what={`${t(KIND_NAMES[kind])} ${stream_id}`} />
      </span>
      <span className={styles['status']}>
        <StatusBadge status={status} />
      </span>
      <span className={styles['time']}>{timeText(created_at)}</span>
    </Link>
  );
};

const RowView = ({ row, isGrouped }: { readonly row: ActivityRow | undefined; readonly isGrouped: boolean }) =>
  isGrouped && row?.plan != null ? <PlanRowView row={row} plan={row.plan} /> : <ActivityRowView row={row} />;

interface ActivityListProps {
  readonly activity: ReturnType<typeof useActivity>;
  readonly isFiltered: boolean;
  /** Called with the range of rows near the viewport. */
  readonly onRange: (first: number, last: number) => void;
}

/** Where the list has no room for columns: the menu is beside it from 900 px on. As in the styles. */
const NARROW = '(max-width: 767px), (min-width: 900px) and (max-width: 1023px)';

/** Returns the row height, one of two, so that a million rows can be laid out without measuring. */
const useRowHeight = (): number => {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useLayoutEffect(() => {
    const query = matchMedia(NARROW);
    const read = () => setNarrow(query.matches);
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, []);
  return isNarrow ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide;
};

/** Lists all records that match, virtualised: only rows near the viewport are in the document. */
export const ActivityList = ({ activity, isFiltered, onRange }: ActivityListProps) => {
  const { count, rowAt, isEmpty, isFirstLoad, error, retry } = activity;
  const height = useRowHeight();
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
            <RowView row={rowAt(index)} isGrouped={activity.isGrouped} />
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
