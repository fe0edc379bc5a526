import { Waiting } from './states.js';

/** Height of a chart without another one, pixels. */
export const CHART_HEIGHT = 240;
/** Of one of several. */
export const SMALL_CHART = 180;
/** Of the legend and summary below it, on a phone, too. */
export const TEXT_HEIGHT = 104;

interface ChartWaitingProps {
  readonly what: string;
  /** Of the chart, pixels. */
  readonly height?: number;
}

/** Shows what a chart is waiting for, in the room that it will take. */
export const ChartWaiting = ({ what, height = CHART_HEIGHT }: ChartWaitingProps) => (
  <Waiting what={what} height={height + TEXT_HEIGHT} />
);
