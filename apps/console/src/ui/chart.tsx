import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { timeText } from '../format/time.js';
import 'uplot/dist/uPlot.min.css';
import { axisEnd, labelPlaces } from './chart-labels.js';
import { atNow, splitAt } from './chart-now.js';
import { BAR_STEPS, barRange, timeLabels, timeRange } from './chart-times.js';
import { CHART_HEIGHT, chartRoom } from './chart-waiting.js';
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
  readonly areBars?: boolean;
  /** Whether all of it is still to come. */
  readonly isToCome?: boolean;
}

export interface ChartProps {
  /** Its figures in a sentence, for users of a screen reader. */
  readonly summary: string;
  /** Unix seconds, rising. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly height?: number;
  /** The present, Unix seconds: lines with an area are solid up to it, and hatched after it. */
  readonly now?: number;
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

/** Returns a fill of slanting lines, for what is still to come. */
const hatched =
  (colour: string) =>
  ({ ctx }: uPlot): CanvasPattern | string => {
    const tile = document.createElement('canvas');
    const size = 7 * devicePixelRatio;
    tile.width = size;
    tile.height = size;
    const lines = tile.getContext('2d');
    if (lines === null) return 'transparent';
    lines.strokeStyle = `color-mix(in srgb, ${colour} 45%, transparent)`;
    lines.lineWidth = devicePixelRatio;
    lines.beginPath();
    // Three, so that they meet those of the next tile.
    for (const shift of [-size, 0, size]) {
      lines.moveTo(shift, size);
      lines.lineTo(shift + size, 0);
    }
    lines.stroke();
    return ctx.createPattern(tile, 'repeat') ?? 'transparent';
  };

/** A series, all of its values, and those of a part of it that is drawn in one way. */
interface Drawn {
  readonly one: ChartSeries;
  readonly all: readonly (number | null)[];
  readonly values: readonly (number | null)[];
  /** Whether it is the later part of a series, which the legend has already. */
  readonly isRest: boolean;
}

/** Returns what is drawn: a line with an area in two parts, where the present is known. */
const drawnOf = ({ times, series, now }: Pick<ChartProps, 'times' | 'series' | 'now'>) => {
  if (now === undefined)
    return { times, drawn: series.map((one): Drawn => ({ one, all: one.values, values: one.values, isRest: false })) };
  const { times: shown, values, place } = atNow(times, series, now);
  const parts = series.map((one, index) => ({ one, all: values[index] ?? [] }));
  return {
    times: shown,
    drawn: [
      ...parts.map(({ one, all }): Drawn => ({
        one,
        all,
        values: one.isFilled === true ? splitAt(all, place).before : all,
        isRest: false,
      })),
      ...parts
        .filter(({ one }) => one.isFilled)
        .map(({ one, all }): Drawn => ({ one, all, values: splitAt(all, place).after, isRest: true })),
    ],
  };
};

const seriesOf = ({ one, all, isRest }: Drawn, valueText: ChartProps['valueText']): uPlot.Series => {
  const colour = colourOf(one.colour);
  const paths = pathsOf(one);
  const isToCome = isRest || one.isToCome === true;
  return {
    label: one.label,
    stroke: colour,
    width: isRest ? 1.5 : 2,
    ...(one.isFilled === true && {
      fill: isToCome ? hatched(colour) : `color-mix(in srgb, ${colour} 22%, transparent)`,
    }),
    ...(isRest && { dash: [5, 4], class: styles['rest'] }),
    ...(paths !== undefined && { paths }),
    points: { show: false },
    value: (_, __, ___, index: number | null) => {
      const value = index === null ? null : (all[index] ?? null);
      return value === null ? '' : valueText(value);
    },
  };
};

/** Writes at the end of each line what it comes to. */
const drawEnds = (drawn: readonly Drawn[], valueText: ChartProps['valueText']) => (plot: uPlot) => {
  const { ctx, bbox } = plot;
  const ends = drawn.filter(({ one, isRest }) => !isRest && one.areBars !== true);
  ctx.save();
  ctx.font = `600 ${13 * devicePixelRatio}px ${colourOf('--sans')}`;
  ctx.lineJoin = 'round';
  for (const { one, all } of ends) {
    const last = all.findLastIndex((value) => value !== null);
    const value = all[last];
    if (value === undefined || value === null) continue;
    const x = plot.valToPos(plot.data[0][last] ?? 0, 'x', true);
    const y = plot.valToPos(value, 'y', true);
    const isAtRight = x > bbox.left + bbox.width * 0.7;
    ctx.fillStyle = colourOf(one.colour);
    ctx.beginPath();
    ctx.arc(x, y, 3.5 * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fill();
    ctx.textAlign = isAtRight ? 'right' : 'left';
    const [left, top] = [x + (isAtRight ? 0 : 8) * devicePixelRatio, y - 8 * devicePixelRatio];
    // On what it is written over.
    ctx.strokeStyle = colourOf('--surface');
    ctx.lineWidth = 4 * devicePixelRatio;
    ctx.strokeText(valueText(value), left, top);
    ctx.fillText(valueText(value), left, top);
  }
  ctx.restore();
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
export const Chart = ({ summary, times, series, height = CHART_HEIGHT, now, marks = [], valueText }: ChartProps) => {
  const box = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const element = box.current;
    // Without any time an axis would begin in 1970.
    if (element === null || times.length === 0) return undefined;
    const areBars = series.some((one) => one.areBars);
    const { times: shown, drawn } = drawnOf({ times, series, now });
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        // Rounded to pixels, a straight line would ripple.
        pxAlign: 0,
        cursor: { y: false, drag: { x: false, y: false } },
        legend: { live: true },
        series: [
          // Without a name of its own it would have one in English.
          { label: '\u00a0', value: (_, at: number | null) => (at === null ? '' : timeText(at)) },
          ...drawn.map((one) => seriesOf(one, valueText)),
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
          // With room for what a line comes to.
          y: { range: (_, __, max) => [0, areBars && max > 0 ? max * 1.05 : axisEnd(max, height, marks.length > 0)] },
        },
        hooks: { draw: [drawMarks(marks), drawEnds(drawn, valueText)] },
      },
      [[...shown], ...drawn.map(({ values }) => [...values])],
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, series, now, marks, height, valueText, theme]);
  return (
    <figure
      className={styles['chart']}
      data-empty={times.length === 0 || undefined}
      style={{ minHeight: chartRoom(height) }}
    >
      <div ref={box} aria-hidden="true" />
      <figcaption className={styles['summary']}>{summary}</figcaption>
    </figure>
  );
};
