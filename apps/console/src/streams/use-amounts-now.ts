import type { Stream } from '@weir/client';
import { offlineSince } from '../api/offline.js';
import { useGrowth } from '../ui/use-ticking.js';
import { amountsAt, type AmountsNow, growthOf } from './amounts-now.js';

/** Returns the amounts of a stream as they grow, all of the same instant; offline they stay as they are. */
export const useAmountsNow = (stream: Stream): AmountsNow => {
  const isStopped = offlineSince.use() !== undefined;
  return amountsAt(stream, useGrowth(stream, growthOf(stream), isStopped));
};
