/** Values over time, as a chart has them. */
interface Line {
  readonly values: readonly (number | null)[];
  /** Values hold until the next one, rather than leading up to it. */
  readonly isStepped?: boolean;
}

/** The times of a chart with the present among them, and all values at these times. */
interface AtNow {
  readonly times: readonly number[];
  readonly values: readonly (readonly (number | null)[])[];
  /** Place of the present among the times. */
  readonly place: number;
}

/** Returns the value of a line between two of its points. @param share of the way from the first to the second, 0 to 1 */
const between = ({ values, isStepped = false }: Line, next: number, share: number): number | null => {
  const from = values[next - 1] ?? null;
  const to = values[next] ?? null;
  return from === null || to === null || isStepped ? from : from + (to - from) * share;
};

/**
 * Adds the present to the points of a chart, so that it can be drawn in two ways: what has been, and what is to come.
 *
 * @param times Unix seconds, rising @param now Unix seconds; before the first time and after the last one it is at that time
 */
export const atNow = (times: readonly number[], lines: readonly Line[], now: number): AtNow => {
  const values = lines.map((line) => line.values);
  const next = times.findIndex((time) => time >= now);
  if (next <= 0 || times[next] === now) return { times, values, place: next === -1 ? times.length - 1 : next };
  const before = times[next - 1] ?? now;
  const share = (now - before) / ((times[next] ?? now) - before);
  return {
    times: times.toSpliced(next, 0, now),
    values: lines.map((line) => line.values.toSpliced(next, 0, between(line, next, share))),
    place: next,
  };
};

/** Returns the values up to a place, and those from it on, each with null in place of the others. */
export const splitAt = (values: readonly (number | null)[], place: number) => ({
  before: values.map((value, index) => (index <= place ? value : null)),
  after: values.map((value, index) => (index >= place ? value : null)),
});
