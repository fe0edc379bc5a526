import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { Exact, Schemas, WeirEvent } from '@weir/client';
import { useInfo, useServices } from '../api/services.js';
import { useEvents, useRefetch } from '../api/use-events.js';
import { withTexts } from '../language/load.js';
import { numberText, plural, t } from '../language/text.js';
import { LiveSign } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { Card, Figures } from '../ui/card.js';
import { ChartWaiting, SMALL_CHART } from '../ui/chart-waiting.js';
import { Guarded, GuardedParts } from '../ui/guarded.js';
import { usePageTitle, useTask } from '../ui/hooks.js';
import { Cell, Columns, Row } from '../ui/layout.js';
import { TaskState } from '../ui/states.js';
import { Amount } from '../ui/values.js';
import { ActivityList } from './activity-list.js';
import charts from './charts.module.css';
import styles from './explorer-page.module.css';
import { FilterBar } from './filter-bar.js';
import { EXPORTED_ROWS, isFiltered } from './filters.js';
import { useActivity } from './use-activity.js';

const Worth = lazy(async () => ({ default: (await import('../records/worth.js')).Worth }));

const count = (value: number): string => numberText(value);

/** Shows totals over the records that match. */
const Stats = ({ stats }: { readonly stats: Exact<Schemas['ActivityStats']> | undefined }) => (
  <Figures
    label={t('Figures')}
    figures={[
      [
        t('Volume'),
        stats && (
          <>
            <Amount base={stats.totalVolumeBase} of="BCH" />{' '}
            <Suspense>
              <Worth base={stats.totalVolumeBase} of="BCH" isInList />
            </Suspense>
          </>
        ),
      ],
      [t('Active'), stats && count(stats.activeCount)],
      [t('Completed'), stats && count(stats.completedCount)],
      [t('Records'), stats && count(stats.totalCount)],
    ]}
  />
);

/** Tokens on show; the file has all. */
const SHOWN_TOKENS = 5;

/** Shows the volume of each token. */
const TokenTotals = ({ stats }: { readonly stats: Exact<Schemas['ActivityStats']> | undefined }) => (
  <Row as="p" gap="4px 24px">
    {stats !== undefined && stats.volumeByToken.length > 0 && <span className={styles['note']}>{t('Volume')}</span>}
    {stats?.volumeByToken.slice(0, SHOWN_TOKENS).map(({ tokenCategory, amountBase, token }) => (
      <Amount
        key={tokenCategory}
        base={amountBase}
        of={{ token_type: 'FUNGIBLE_TOKEN', token_category: tokenCategory, token }}
      />
    ))}
  </Row>
);

const Charts = lazy(() => import('./charts.js'));
const PublicTreasuries = lazy(
  withTexts(async () => ({ default: (await import('../records/public-treasuries.js')).PublicTreasuries })),
);
/** The room that the charts will take. */
const ChartsWaiting = () => (
  <Columns least={420} gap={16} align="stretch">
    <Cell column="1 / -1" className={charts['ranges']} />
    {[t('Value locked'), t('Daily volume')].map((title) => (
      <Card key={title} title={title}>
        <ChartWaiting what={t('Drawing the chart…')} height={SMALL_CHART} />
      </Card>
    ))}
  </Columns>
);

const route = getRouteApi('/explore');

/** Delay that combines bursts of events into one refetch, milliseconds. */
const DEBOUNCE_MS = 400;
/**
 * Distance from the top within which new rows appear by themselves, pixels; further down they would move what the user reads.
 */
const TOP_PX = 200;

/** Whether an event may bring a new row into the list: until its funding a record is shown only among those that nobody funded. */
const bringsRow = (kind: string, status: string | undefined): boolean =>
  kind === 'proposed' || kind === (status === 'PENDING' ? 'created' : 'funded');

/** Counts new rows while the user reads further down, and reloads changed rows in view. @param status the filter of the list */
const useLiveRows = (status: string | undefined) => {
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
    if (bringsRow(kind, status) && scrollY > TOP_PX) {
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
  usePageTitle(t('Explore'));
  const { weir } = useServices();
  const filters = route.useSearch();
  const [range, setRange] = useState({ first: 0, last: 0 });
  const onRange = useCallback(
    (first: number, last: number) =>
      setRange((before) => (before.first === first && before.last === last ? before : { first, last })),
    [],
  );
  const activity = useActivity(filters, range.first, range.last);
  const { fresh, refresh, onEvent } = useLiveRows(filters.status);
  const liveState = useEvents({ filters: {}, onEvent, onGap: refresh });
  const hasIndexer = useInfo().data?.features.indexer;
  const file = useTask();
  const [isTooLong, setTooLong] = useState(false);
  const save = async (): Promise<void> => {
    // Few export: the first load does not have it.
    const [{ exportRows }, { saveFile }] = await Promise.all([
      import('./export-rows.js'),
      import('../ui/save-file.js'),
    ]);
    const text = await exportRows(weir, filters);
    setTooLong(text === undefined);
    if (text !== undefined) await saveFile(text, 'weir-records.csv', 'text/csv');
  };
  return (
    <>
      <Row gap={12} align="center" justify="space-between">
        <h1>{t('Explore')}</h1>
        {/* A row of its own on a phone, with any text: one that it only sometimes needs would move the page. */}
        <Row below={{ 900: { basis: '100%' } }}>
          <LiveSign liveState={liveState} />
        </Row>
      </Row>
      <GuardedParts>
        <Stats stats={activity.stats} />
        {hasIndexer !== false && (
          <Suspense fallback={<ChartsWaiting />}>{hasIndexer === true ? <Charts /> : <ChartsWaiting />}</Suspense>
        )}
      </GuardedParts>
      {filters.type === 'treasuries' && (
        <Guarded>
          <Suspense fallback={null}>
            <PublicTreasuries />
          </Suspense>
        </Guarded>
      )}
      <section className={styles['list']} aria-label={t('All records')}>
        <Cell pad="0 12px 16px" below={{ 720: { pad: '0 4px 12px' } }} className={styles['tools']}>
          <FilterBar filters={filters}>
            <Row gap="8px 16px" align="center" justify="space-between" basis="100%">
              <TokenTotals stats={activity.stats} />
              <Button small disabled={file.isRunning} onClick={() => void file.run(save)}>
                <Download size={16} aria-hidden="true" /> {t('Export CSV')}
              </Button>
            </Row>
          </FilterBar>
          <TaskState task={file} what={t('Writing the file…')} />
          {isTooLong && (
            <p role="alert">
              {t(
                'Nothing was saved: more than {most} records match, and a file holds {most} at most. Set more filters.',
                {
                  most: numberText(EXPORTED_ROWS),
                },
              )}
            </p>
          )}
        </Cell>
        <Guarded>
          <ActivityList activity={activity} isFiltered={isFiltered(filters)} onRange={onRange} />
        </Guarded>
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
            {plural(fresh, { one: '{count} new record', other: '{count} new records' })}
          </Button>
        </div>
      )}
    </>
  );
};

export default ExplorerPage;
