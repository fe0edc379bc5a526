import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Plan, PlanStream } from '@weir/client';
import { useServices } from '../api/services.js';
import { t } from '../language/text.js';
import { ScheduleView } from '../streams/schedule-chart.js';
import { ChartWaiting, chartRoom } from '../ui/chart-waiting.js';
import { Failed } from '../ui/states.js';
import type { RowsSum } from './plan-rows.js';
import { readPlanPayments } from './read-plan.js';

/** Number of points of a schedule. */
const POINTS = 200;
/** Most lines of its sender's ledger that are looked through for what was claimed. */
const READ_LINES = 5_000;

/** Reads what the people of a plan claimed, and when; nothing where the ledger of its sender is too long or cannot be read. */
const useClaims = (plan: Plan, paid: bigint) => {
  const { weir } = useServices();
  const { data, isPending, isError } = useQuery({
    queryKey: ['record', plan.id, 'payments'],
    queryFn: async ({ signal }) => (await readPlanPayments(weir, plan, signal, READ_LINES)) ?? [],
    enabled: paid > 0n,
  });
  const claims = useMemo(
    () => (data ?? []).map(({ timestamp: at, amountBase }) => ({ event: 'claimed', at, amount_base: amountBase })),
    [data],
  );
  return { claims, isReading: paid > 0n && isPending && !isError };
};

interface PlanChartProps {
  readonly plan: Plan;
  /** One of its rows, all of which have the same schedule. */
  readonly row: Pick<PlanStream, 'id' | 'amount_base'>;
  readonly sum: RowsSum;
}

/** Shows how all rows of a plan vest together, as one of them does, in the size of all, and what of it was claimed. */
const PlanChart = ({ plan, row, sum }: PlanChartProps) => {
  const { weir } = useServices();
  const { data, error, refetch } = useQuery({
    queryKey: ['record', row.id, 'schedule'],
    queryFn: () => weir.streams.at(row.id).schedule(POINTS),
  });
  const { claims, isReading } = useClaims(plan, sum.paid);
  const shown = useMemo(() => {
    if (data === undefined || isReading) return undefined;
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
  }, [data, isReading, row.amount_base, sum.total, sum.vested, sum.paid]);
  if (shown !== undefined) return <ScheduleView {...shown} events={claims} />;
  return error === null ? (
    <ChartWaiting what={t('Loading the schedule…')} />
  ) : (
    <Failed error={error} retry={() => void refetch()} height={chartRoom()} />
  );
};

export default PlanChart;
