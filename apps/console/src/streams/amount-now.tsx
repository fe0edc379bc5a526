import type { Stream } from '@weir/client';
import { offlineSince } from '../api/offline.js';
import { useGrowth } from '../ui/use-ticking.js';
import { Amount } from '../ui/values.js';
import { amountsAt, type AmountsNow, growthOf } from './amounts-now.js';

interface AmountNowProps {
  readonly stream: Stream;
  readonly which: keyof AmountsNow;
}

/** Shows an amount of a stream as it grows. All of its amounts are of the same instant; offline they stay as they are. */
export const AmountNow = ({ stream, which }: AmountNowProps) => {
  const isStopped = offlineSince.use() !== undefined;
  const grown = useGrowth(stream, growthOf(stream), isStopped);
  return <Amount base={amountsAt(stream, grown)[which]} of={stream} />;
};
