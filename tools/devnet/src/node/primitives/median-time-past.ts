/** The number of blocks whose times count. */
export const medianTimeSpan = 11;

/** Returns the median of the last eleven block times (oldest first), or of all of them near genesis. */
export const medianTimePast = (times: readonly number[]): number => {
  const sorted = times.slice(-medianTimeSpan).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) throw new Error('No block, no median time.');
  return median;
};
