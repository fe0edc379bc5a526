import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { timeText } from '../format/time.js';
import 'uplot/dist/uPlot.min.css';
import { t } from '../language/text.js';
import { labelPlaces } from './chart-labels.js';
import { BAR_STEPS, barRange, timeLabels, timeRange } from './chart-times.js';
import { CHART_HEIGHT, textHeight } from './chart-waiting.js';
import styles from './chart.module.css';

/** A line or an area over time. */
export interface ChartSeries {
  readonly label: string;
  /** One value for each time; null where there is none. */
  readonly values: readonly (number | null)[];
  /** A custom property of `tokens.css`. */
  readonly colour: '--accent' | '--warn' | '--muted';
  readonly isFilled?: boolean;
  /** Values hold until the next one, rather than leading up to it. */
  readonly isStepped?: boolean;
  readonly isDashed?: boolean;
  readonly areBars?: boolean;
}

export interface ChartProps {
  /** Its figures in a sentence, for users of a screen reader. */
  readonly summary: string;
  /** Unix seconds, rising. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly height?: number;
  /** Moments to mark: now, the cliff. */
  readonly marks?: readonly { readonly at: number; readonly label: string }[];
  readonly valueText: (value: number) => string;
}

const colourOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Draws a vertical line at each mark, with its label at the top. */
const drawMarks = (marks: NonNullable<ChartProps['marks']>) => (plot: uPlot) => {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = colourOf('--muted');
  ctx.fillStyle = colourOf('--muted');
  ctx.font = `${12 * devicePixelRatio}px ${colourOf('--sans')}`;
  ctx.textAlign = 'left';
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
  const shown = marks
    .map(({ at, label }) => ({ x: Math.round(plot.valToPos(at, 'x', true)), label }))
    .filter(({ x }) => x >= bbox.left && x <= bbox.left + bbox.width);
  const places = labelPlaces(
    shown.map(({ x, label }) => ({ x, width: ctx.measureText(label).width })),
    { gap: 6 * devicePixelRatio, turn: bbox.left + bbox.width * 0.8 },
  );
  for (const [index, { x, label }] of shown.entries()) {
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const { left, line } = places[index] ?? { left: x, line: 0 };
    ctx.fillText(label, left, bbox.top + (13 + line * 16) * devicePixelRatio);
  }
  ctx.restore();
};

const pathsOf = ({ isStepped = false, areBars = false }: ChartSeries): uPlot.Series.PathBuilder | undefined => {
  if (areBars) return uPlot.paths.bars?.({ size: [0.7, 40] });
  return isStepped ? uPlot.paths.stepped?.({ align: 1 }) : uPlot.paths.linear?.();
};

const seriesOf = (one: ChartSeries, valueText: ChartProps['valueText']): uPlot.Series => {
  const colour = colourOf(one.colour);
  const paths = pathsOf(one);
  return {
    label: one.label,
    stroke: colour,
    width: 2,
    ...(one.isFilled === true && { fill: `color-mix(in srgb, ${colour} 16%, transparent)` }),
    ...(one.isDashed === true && { dash: [6, 5] }),
    ...(paths !== undefined && { paths }),
    points: { show: false },
    value: (_, value: number | null) => (value === null ? '–' : valueText(value)),
  };
};

const axis = (): Pick<uPlot.Axis, 'stroke' | 'grid' | 'ticks' | 'font'> => ({
  stroke: colourOf('--muted'),
  grid: { stroke: colourOf('--line'), width: 1 },
  ticks: { stroke: colourOf('--line'), width: 1, size: 4 },
  font: `12px ${colourOf('--sans')}`,
});

/** Returns a number that changes with the theme, by the switch or with the system. */
const useTheme = (): number => {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const observer = new MutationObserver(() => setCount((before) => before + 1));
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, []);
  return count;
};

/** A chart over time, drawn on a canvas; screen readers get its summary. */
export const Chart = ({ summary, times, series, height = CHART_HEIGHT, marks = [], valueText }: ChartProps) => {
  const box = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const element = box.current;
    // Without any time an axis would begin in 1970.
    if (element === null || times.length === 0) return undefined;
    const areBars = series.some((one) => one.areBars);
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        // Rounded to pixels, a straight line would ripple.
        pxAlign: 0,
        cursor: { y: false, drag: { x: false, y: false } },
        legend: { live: true },
        series: [
          { label: t('Time'), value: (_, at: number | null) => (at === null ? '–' : timeText(at)) },
          ...series.map((one) => seriesOf(one, valueText)),
        ],
        axes: [
          {
            ...axis(),
            space: 80,
            ...(areBars && { incrs: BAR_STEPS }),
            values: (_, at, __, ___, step) => timeLabels(at, step),
          },
          { ...axis(), size: 64, values: (_, values) => values.map(valueText) },
        ],
        scales: {
          x: { range: (_, min, max) => (areBars ? barRange(times) : timeRange(times, [min, max])) },
          y: { range: (_, __, max) => [0, max > 0 ? max * 1.05 : 1] },
        },
        hooks: { draw: [drawMarks(marks)] },
      },
      [[...times], ...series.map(({ values }) => [...values])],
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, series, marks, height, valueText, theme]);
  return (
    <figure className={styles['chart']} style={{ minHeight: height + textHeight(height) }}>
      <div ref={box} aria-hidden="true" />
      <figcaption className={styles['summary']}>{summary}</figcaption>
    </figure>
  );
};
