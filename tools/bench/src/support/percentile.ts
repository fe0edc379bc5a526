/** The value that this share of some values, from 0 to 1, do not exceed. @throws RangeError for none */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new RangeError('There is no percentile of nothing');
  return value;
};
