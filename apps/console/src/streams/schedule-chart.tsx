import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Stream } from '@weir/client';
import { useServices } from '../api/services.js';
import { amountWithUnit, plotOf } from '../format/amount.js';
import { timeText } from '../format/time.js';
import { numberText, t } from '../language/text.js';
import { Caution } from '../ui/caution.js';
import { ChartWaiting, chartRoom } from '../ui/chart-waiting.js';
import { Chart } from '../ui/chart.js';
import { Failed } from '../ui/states.js';
import {
  claimedAt,
  isBackdated,
  type PaidEvent,
  splitNow,
  vestedBy,
  type VestedPoint,
  withPresent,
} from './schedule-series.js';

/** Number of points of a schedule. */
const POINTS = 200;

/** Queries the schedule of a stream. */
const useSchedule = (id: string) => {
  const { weir } = useServices();
  return useQuery({ queryKey: ['record', id, 'schedule'], queryFn: () => weir.streams.at(id).schedule(POINTS) });
};

const valueText = (value: number): string => numberText(value, 8);

type Shown = Pick<
  Stream,
  | 'token_type'
  | 'token_category'
  | 'token'
  | 'stream_type'
  | 'total_amount_base'
  | 'vested_amount_base'
  | 'withdrawn_amount_base'
  | 'cancelable'
  | 'cliff_timestamp'
  | 'as_of'
  | 'start_time'
> & { readonly status?: Stream['status'] };

const summaryOf = (stream: Shown): string => {
  const { toRecipient, toSender } = splitNow(stream);
  const text = (base: bigint) => amountWithUnit(base, stream);
  if (stream.status === 'PENDING')
    return t('It is not funded yet. After funding, the vested amount can be claimed at once.');
  const vested = t('By {when}, the chain’s time, {vested} of {total} have vested and {claimed} were claimed.', {
    when: timeText(stream.as_of),
    vested: text(stream.vested_amount_base),
    total: text(stream.total_amount_base),
    claimed: text(stream.withdrawn_amount_base),
  });
  return stream.status === 'ACTIVE' && stream.cancelable && toSender > 0n
    ? t('{vested} A cancel now would pay {toRecipient} to the recipient and return {toSender} to the sender.', {
        vested,
        toRecipient: text(toRecipient),
        toSender: text(toSender),
      })
    : vested;
};

/** Warns of a draft that starts in the past: its funding releases a part at once, or everything. */
const Backdated = ({ stream }: { readonly stream: Shown }) => {
  const vested = amountWithUnit(stream.vested_amount_base, stream);
  const total = amountWithUnit(stream.total_amount_base, stream);
  return (
    <Caution title={t('It starts in the past')}>
      {stream.vested_amount_base >= stream.total_amount_base
        ? t('If it is funded now, the recipient can claim all {total} at once. Nothing stays locked.', { total })
        : t('If it is funded now, {vested} of {total} can be claimed at once.', { vested, total })}
    </Caution>
  );
};

interface ScheduleViewProps {
  readonly stream: Shown;
  readonly schedule: readonly VestedPoint[];
  readonly events: readonly PaidEvent[];
}

/** Chart of the amounts vested and claimed over time, of a stream or of a draft. */
export const ScheduleView = ({ stream, schedule, events }: ScheduleViewProps) => {
  const { stream_type, as_of, cliff_timestamp } = stream;
  const chart = useMemo(() => {
    const points = withPresent(schedule, stream);
    const times = points.map(({ time }) => time);
    const isStepped = stream_type !== 'LINEAR';
    return {
      times,
      now: as_of,
      series: [
        {
          label: t('Vested'),
          values: vestedBy(points, stream).map((base) => plotOf(base, stream)),
          colour: '--accent' as const,
          isFilled: true,
          isStepped,
        },
        ...(events.length === 0
          ? []
          : [
              {
                label: t('Claimed'),
                values: claimedAt(times, events, as_of).map((base) => (base === null ? null : plotOf(base, stream))),
                colour: '--warn' as const,
                isStepped: true,
              },
            ]),
      ],
      marks: [
        { at: as_of, label: t('now') },
        ...(cliff_timestamp === null ? [] : [{ at: cliff_timestamp, label: t('cliff') }]),
      ],
    };
  }, [schedule, events, stream, stream_type, as_of, cliff_timestamp]);
  return (
    <>
      {isBackdated(stream) && <Backdated stream={stream} />}
      <Chart {...chart} summary={summaryOf(stream)} valueText={valueText} />
    </>
  );
};

interface ScheduleChartProps {
  readonly id: string;
  readonly stream: Shown;
  readonly events: readonly PaidEvent[];
}

const ScheduleChart = ({ id, stream, events }: ScheduleChartProps) => {
  const { data, error, refetch } = useSchedule(id);
  if (data === undefined)
    return error === null ? (
      <ChartWaiting what={t('Loading the schedule…')} />
    ) : (
      <Failed error={error} retry={() => void refetch()} height={chartRoom()} />
    );
  return <ScheduleView stream={stream} schedule={data.schedule} events={events} />;
};

export default ScheduleChart;
