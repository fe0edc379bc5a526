import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { Exact, Schemas, WeirEvent } from '@weir/client';
import { useInfo } from '../api/services.js';
import { useEvents, useRefetch } from '../api/use-events.js';
import { LiveSign } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { Figures } from '../ui/card.js';
import { usePageTitle } from '../ui/hooks.js';
import { Waiting } from '../ui/states.js';
import { Amount } from '../ui/values.js';
import { ActivityList } from './activity-list.js';
import styles from './explorer-page.module.css';
import type { ActivityFilters } from './filters.js';
import { useActivity } from './use-activity.js';

const CHOICES = {
  type: {
    label: 'Product',
    options: { vesting: 'Streams', payments: 'Payments', airdrops: 'Airdrops', treasuries: 'Vault proposals' },
  },
  status: {
    label: 'Status',
    options: { ACTIVE: 'Active', PENDING: 'Not funded', COMPLETED: 'Completed', CANCELLED: 'Cancelled' },
  },
  token: { label: 'Asset', options: { BCH: 'BCH', FUNGIBLE_TOKEN: 'Tokens' } },
} as const;

/** Filters of the explorer. Each choice is kept in the URL, so that it can be shared. */
const Filters = ({ filters }: { readonly filters: ActivityFilters }) => {
  const navigate = useNavigate({ from: '/explore' });
  return (
    <div className={styles['filters']} role="search" aria-label="Filters">
      {Object.entries(CHOICES).map(([name, { label, options }]) => (
        <label key={name} className={styles['filter']}>
          <span className={styles['label']}>{label}</span>
          <select
            value={filters[name as keyof ActivityFilters] ?? ''}
            onChange={({ target: { value } }) =>
              void navigate({
                search: (before) => ({ ...before, [name]: value === '' ? undefined : value }),
                replace: true,
                resetScroll: false,
              })
            }
          >
            <option value="">All</option>
            {Object.entries(options).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  );
};

const count = (value: number): string => value.toLocaleString();

/** Shows totals over the records that match. */
const Stats = ({ stats }: { readonly stats: Exact<Schemas['ActivityStats']> | undefined }) => (
  <Figures
    label="Figures"
    figures={[
      ['Volume', stats && <Amount base={stats.totalVolumeBase} of="BCH" />],
      ['Active', stats && count(stats.activeCount)],
      ['Completed', stats && count(stats.completedCount)],
      ['Records', stats && count(stats.totalCount)],
    ]}
  />
);

const Charts = lazy(() => import('./charts.js'));
const route = getRouteApi('/explore');

/** Delay that combines bursts of events into one refetch, milliseconds. */
const DEBOUNCE_MS = 400;
/**
 * Distance from the top within which new rows appear by themselves, pixels; further down they would move what the user reads.
 */
const TOP_PX = 200;

/** Counts new rows while the user reads further down, and reloads changed rows in view. */
const useLiveRows = () => {
  const client = useQueryClient();
  const [fresh, setFresh] = useState(0);
  const refetch = useRefetch('activity');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refresh = useCallback(() => {
    setFresh(0);
    void refetch();
  }, [refetch]);
  const onEvent = ({ kind }: WeirEvent): void => {
    const isNew = kind === 'created' || kind === 'proposed';
    if (isNew && scrollY > TOP_PX) {
      setFresh((count) => count + 1);
      return;
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (scrollY <= TOP_PX) refresh();
      // Further down only the pages in view are refetched, by their own cursors; refetching the first would shift them.
      else
        void client.invalidateQueries({ queryKey: ['activity'], predicate: ({ queryKey }) => queryKey[2] !== 'first' });
    }, DEBOUNCE_MS);
  };
  return { fresh, refresh, onEvent };
};

/** Page of all records, newest first, updated live. */
const ExplorerPage = () => {
  usePageTitle('Explorer');
  const filters = route.useSearch();
  const [range, setRange] = useState({ first: 0, last: 0 });
  const onRange = useCallback(
    (first: number, last: number) =>
      setRange((before) => (before.first === first && before.last === last ? before : { first, last })),
    [],
  );
  const activity = useActivity(filters, range.first, range.last);
  const { fresh, refresh, onEvent } = useLiveRows();
  const liveState = useEvents({ filters: {}, onEvent, onGap: refresh });
  const hasIndexer = useInfo().data?.features.indexer === true;
  const isFiltered = (filters.type ?? filters.token ?? filters.status) !== undefined;
  return (
    <>
      <div className={styles['head']}>
        <h1>Explore</h1>
        <LiveSign liveState={liveState} />
      </div>
      <Stats stats={activity.stats} />
      {hasIndexer && (
        <Suspense fallback={<Waiting what="Drawing the charts…" height={330} />}>
          <Charts />
        </Suspense>
      )}
      <section className={styles['list']} aria-label="All records">
        <div className={styles['tools']}>
          <Filters filters={filters} />
        </div>
        <ActivityList activity={activity} isFiltered={isFiltered} onRange={onRange} />
      </section>
      {fresh > 0 && (
        <div className={styles['fresh']} role="status">
          <Button
            look="main"
            onClick={() => {
              scrollTo({ top: 0 });
              refresh();
            }}
          >
            {fresh === 1 ? '1 new record' : `${fresh} new records`}
          </Button>
        </div>
      )}
    </>
  );
};

export default ExplorerPage;
