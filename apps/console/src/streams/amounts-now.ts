import type { Stream } from '@weir/client';
import type { Growth } from '../ui/use-ticking.js';

type Terms = Pick<
  Stream,
  | 'as_of'
  | 'start_time'
  | 'end_time'
  | 'cliff_timestamp'
  | 'status'
  | 'stream_type'
  | 'total_amount_base'
  | 'vested_amount_base'
  | 'withdrawn_amount_base'
  | 'claimable_amount_base'
>;

/** Returns how a stream's vested amount grows; undefined where it does not at the moment. */
export const growthOf = ({
  as_of: asOf,
  start_time: start,
  end_time: end,
  cliff_timestamp: cliff,
  ...stream
}: Terms): Growth | undefined => {
  const isRunning = stream.status === 'ACTIVE' && asOf >= Math.max(start, cliff ?? 0) && asOf < end;
  if (!isRunning || stream.stream_type !== 'LINEAR') return undefined;
  return {
    amount: stream.total_amount_base,
    seconds: BigInt(end - start),
    most: stream.total_amount_base - stream.vested_amount_base,
  };
};

/** The amounts of a stream at one instant, base units. */
export interface AmountsNow {
  readonly vested: bigint;
  readonly claimed: bigint;
  readonly claimable: bigint;
  readonly locked: bigint;
}

/** Returns the amounts of a stream at one instant. @param grown by how much it has vested more since it was read */
export const amountsAt = (stream: Terms, grown: bigint): AmountsNow => {
  const {
    total_amount_base: total,
    withdrawn_amount_base: claimed,
    claimable_amount_base: claimable,
    vested_amount_base: before,
  } = stream;
  const vested = before + grown;
  // Less than what the network relays is vested and cannot be claimed yet.
  const isClaimed = claimable === before - claimed;
  return { vested, claimed, claimable: isClaimed ? vested - claimed : claimable, locked: total - vested };
};
