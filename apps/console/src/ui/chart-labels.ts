/** A label beside a vertical line at `x`, so wide. */
interface Label {
  readonly x: number;
  readonly width: number;
}

/** Where a label is written: from `left` on, so many lines down. */
interface Place {
  readonly left: number;
  readonly line: number;
}

/** Height of the labels of marks, of the value at the end of a line with the gap below it, and of the axis with its times, pixels. */
const LABELS = 20;
const VALUE = 26;
const AXIS = 60;

/**
 * Returns the largest value of a chart's axis, so that what its lines come to is written below the labels of its marks.
 *
 * @param max the largest value of its lines @param height of the chart with its axis, pixels @param hasMarks whether it has labels
 */
export const axisEnd = (max: number, height: number, hasMarks: boolean): number => {
  if (max <= 0) return 1;
  const plot = height - AXIS;
  const room = VALUE + (hasMarks ? LABELS : 0);
  return max * (plot > 2 * room ? plot / (plot - room) : 2);
};

/**
 * Places labels beside their lines, each below those that it would cover: marks may be close to each other.
 *
 * @param gap between a line and its label @param turn from here on labels are to the left of their line
 */
export const labelPlaces = (
  labels: readonly Label[],
  { gap, turn }: { readonly gap: number; readonly turn: number },
): readonly Place[] => {
  const placed: (Place & { readonly right: number })[] = [];
  for (const { x, width } of labels) {
    const left = x > turn ? x - gap - width : x + gap;
    const right = left + width;
    const covered = placed.filter((other) => left < other.right + gap && right > other.left - gap);
    placed.push({ left, right, line: Math.max(-1, ...covered.map(({ line }) => line)) + 1 });
  }
  return placed;
};
