import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { SATOSHIS_PER_BCH } from '@weir/kinds';
import { useNow, useServices } from '../api/services.js';
import { amountText } from '../format/amount.js';
import { dayText, secondsOf } from '../format/time.js';
import { msg, numberText, plural, t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { ChartWaiting, chartRoom, SMALL_CHART } from '../ui/chart-waiting.js';
import { Chart } from '../ui/chart.js';
import { Columns, Row } from '../ui/layout.js';
import { NotUpdated } from '../ui/not-updated.js';
import { Failed } from '../ui/states.js';
import styles from './charts.module.css';

const bchText = (value: number): string => numberText(value, 4);

/** Days that the charts show; undefined for all there are. */
const RANGES = [
  [30, msg('30 days')],
  [365, msg('1 year')],
  [undefined, msg('All')],
] as const;
const DAY = 86_400;

/** Charts of the value locked in contracts and the daily volume, from the indexer. */
const Charts = () => {
  const { weir } = useServices();
  const now = useNow();
  const [days, setDays] = useState<number>();
  // By whole days, so that an answer serves for one.
  const range = days === undefined ? {} : { from: (Math.floor(now / DAY) - days) * DAY };
  const tvl = useQuery({
    queryKey: ['indexer', 'tvl', range],
    queryFn: ({ signal }) => weir.indexer.tvl(range, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const volume = useQuery({
    queryKey: ['indexer', 'volume', range],
    queryFn: ({ signal }) => weir.indexer.volume(range, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const locked = useMemo(() => {
    if (tvl.data === undefined) return undefined;
    const { snapshots, current } = tvl.data;
    return {
      times: snapshots.map(({ time }) => time),
      series: [
        {
          label: t('BCH in contracts'),
          values: snapshots.map((one) => Number(one.bch.amountBase) / SATOSHIS_PER_BCH),
          colour: '--accent' as const,
          isFilled: true,
        },
      ],
      summary: t('{amount} BCH are in contracts now.', { amount: amountText(current.bch.amountBase, 'BCH') }),
    };
  }, [tvl.data]);
  const moved = useMemo(() => {
    if (volume.data === undefined) return undefined;
    const { days } = volume.data;
    const latest = days.at(-1);
    // Bars of nothing would look as if the chart had not come.
    if (!days.some(({ bch }) => bch.amountBase > 0n))
      return { times: [], series: [], summary: t('No BCH has moved in this time.') };
    return {
      times: days.map(({ date }) => secondsOf(date)),
      series: [
        {
          label: t('BCH a day'),
          values: days.map((one) => Number(one.bch.amountBase) / SATOSHIS_PER_BCH),
          colour: '--accent' as const,
          isFilled: true,
          areBars: true,
        },
      ],
      summary:
        latest === undefined
          ? ''
          : plural(
              latest.transactions,
              {
                one: 'On {day} {amount} BCH moved in one transaction.',
                other: 'On {day} {amount} BCH moved in {count} transactions.',
              },
              { day: dayText(secondsOf(latest.date)), amount: amountText(latest.bch.amountBase, 'BCH') },
            ),
    };
  }, [volume.data]);
  return (
    <Columns least={420} gap={16} align="stretch">
      <Row
        isLine
        justify="end"
        gap={4}
        column="1 / -1"
        className={styles['ranges']}
        role="group"
        aria-label={t('Range of the charts')}
      >
        {RANGES.map(([length, name]) => (
          <Button
            key={length ?? 0}
            small
            look={length === days ? 'plain' : 'quiet'}
            aria-pressed={length === days}
            onClick={() => setDays(length)}
          >
            {t(name)}
          </Button>
        ))}
      </Row>
      <Card title={t('Value locked')}>
        {locked === undefined && tvl.error === null && (
          <ChartWaiting what={t('Loading the value locked…')} height={SMALL_CHART} />
        )}
        {tvl.error !== null && locked === undefined && (
          <Failed error={tvl.error} retry={() => void tvl.refetch()} height={chartRoom(SMALL_CHART)} />
        )}
        {locked !== undefined && <Chart {...locked} height={SMALL_CHART} valueText={bchText} />}
        <NotUpdated data={locked} error={tvl.error} retry={() => void tvl.refetch()} />
      </Card>
      <Card title={t('Daily volume')}>
        {moved === undefined && volume.error === null && (
          <ChartWaiting what={t('Loading the daily volume…')} height={SMALL_CHART} />
        )}
        {volume.error !== null && moved === undefined && (
          <Failed error={volume.error} retry={() => void volume.refetch()} height={chartRoom(SMALL_CHART)} />
        )}
        {moved !== undefined && <Chart {...moved} height={SMALL_CHART} valueText={bchText} />}
        <NotUpdated data={moved} error={volume.error} retry={() => void volume.refetch()} />
      </Card>
    </Columns>
  );
};

export default Charts;
