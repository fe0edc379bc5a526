/** Blocks whose times count. */
export const medianTimeSpan = 11;

/** Median of the last eleven of these block times (oldest first); of all of them near genesis. */
export const medianTimePast = (times: readonly number[]): number => {
  const sorted = times.slice(-medianTimeSpan).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) throw new Error('No block, no median time.');
  return median;
};
