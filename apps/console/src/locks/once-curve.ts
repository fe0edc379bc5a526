import type { VestedPoint } from '../streams/schedule-series.js';

const DAY = 86_400;
/** Share of the time before the end that is drawn behind it. */
const BEHIND = 0.1;

/**
 * Returns the curve of a lock that unlocks at one moment, from the present on, so that a chart shows the wait: its own
 * schedule is a second long.
 *
 * @param asOf the chain's time, Unix seconds
 */
export const onceCurve = (end: number, total: bigint, asOf: number): readonly VestedPoint[] => {
  const from = Math.min(asOf, end - DAY);
  const behind = Math.max(DAY, Math.round((end - from) * BEHIND));
  return [
    { time: from, vestedAmountBase: 0n },
    { time: end - 1, vestedAmountBase: 0n },
    { time: end, vestedAmountBase: total },
    { time: Math.max(asOf, end + behind), vestedAmountBase: total },
  ];
};
