import { Waiting } from './states.js';

/** Height of a chart without another one, pixels. */
export const CHART_HEIGHT = 240;
/** Of one of several. */
export const SMALL_CHART = 180;
/**
 * Returns the height of the legend and summary below it, which take more lines on a phone, pixels. A small chart has one
 * series and a short sentence below it.
 */
const textHeight = (height: number): number => {
  const isPhone = matchMedia('(max-width: 719px)').matches;
  if (height === SMALL_CHART) return isPhone ? 74 : 55;
  return isPhone ? 104 : 72;
};

/** Returns the height of a chart with what is below it, pixels: the room for what waits for one, or says why it did not come. */
export const chartRoom = (height: number = CHART_HEIGHT): number => height + textHeight(height);

interface ChartWaitingProps {
  readonly what: string;
  /** Of the chart, pixels. */
  readonly height?: number;
}

/** Shows what a chart is waiting for, in the room that it will take. */
export const ChartWaiting = ({ what, height = CHART_HEIGHT }: ChartWaitingProps) => (
  <Waiting what={what} height={chartRoom(height)} />
);
