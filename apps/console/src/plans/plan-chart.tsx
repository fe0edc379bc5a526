import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PlanStream } from '@weir/client';
import { useServices } from '../api/services.js';
import { t } from '../language/text.js';
import { ScheduleView } from '../streams/schedule-chart.js';
import { ChartWaiting, chartRoom } from '../ui/chart-waiting.js';
import { Failed } from '../ui/states.js';
import type { RowsSum } from './plan-rows.js';

/** Number of points of a schedule. */
const POINTS = 200;
const NO_EVENTS: readonly never[] = [];

interface PlanChartProps {
  /** One of its rows, all of which have the same schedule. */
  readonly row: Pick<PlanStream, 'id' | 'amount_base'>;
  readonly sum: RowsSum;
}

/** Shows how all rows of a plan vest together: as one of them does, in the size of all. */
const PlanChart = ({ row, sum }: PlanChartProps) => {
  const { weir } = useServices();
  const { data, error, refetch } = useQuery({
    queryKey: ['record', row.id, 'schedule'],
    queryFn: () => weir.streams.at(row.id).schedule(POINTS),
  });
  const shown = useMemo(() => {
    if (data === undefined) return undefined;
    const { stream, schedule } = data;
    return {
      // Each of its people is one recipient: what a cancel would pay is said of the selected ones.
      stream: {
        ...stream,
        total_amount_base: sum.total,
        vested_amount_base: sum.vested,
        withdrawn_amount_base: sum.paid,
        cancelable: false,
      },
      schedule: schedule.map(({ time, vestedAmountBase }) => ({
        time,
        vestedAmountBase: (vestedAmountBase * sum.total) / row.amount_base,
      })),
    };
  }, [data, row.amount_base, sum.total, sum.vested, sum.paid]);
  if (shown !== undefined) return <ScheduleView {...shown} events={NO_EVENTS} />;
  return error === null ? (
    <ChartWaiting what={t('Loading the schedule…')} />
  ) : (
    <Failed error={error} retry={() => void refetch()} height={chartRoom()} />
  );
};

export default PlanChart;
