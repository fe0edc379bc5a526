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
