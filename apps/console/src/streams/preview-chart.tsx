import type { Exact, Schemas } from '@weir/client';
import { ScheduleView } from './schedule-chart.js';

type Preview = Exact<Schemas['PreviewStreamResponse']>;

/** Chart of the schedule of a stream that is being drafted. */
const PreviewChart = ({ stream, schedule }: Pick<Preview, 'stream' | 'schedule'>) => (
  <ScheduleView stream={stream} schedule={schedule} events={NONE} />
);

const NONE: readonly never[] = [];

export default PreviewChart;
