import type { Stream } from '@weir/client';
import { useTicking } from '../ui/use-ticking.js';
import { Amount } from '../ui/values.js';

/** Shows what can be claimed, as it grows. */
export const Claimable = ({ stream }: { readonly stream: Stream }) => {
  const { as_of: asOf, start_time: start, end_time: end, cliff_timestamp: cliff } = stream;
  const grows =
    stream.status === 'ACTIVE' && stream.stream_type === 'LINEAR' && asOf >= Math.max(start, cliff ?? 0) && asOf < end;
  const base = useTicking(
    stream.claimable_amount_base,
    grows
      ? {
          amount: stream.total_amount_base,
          seconds: BigInt(end - start),
          most: stream.total_amount_base - stream.withdrawn_amount_base,
        }
      : undefined,
  );
  return <Amount base={base} of={stream} />;
};
