import { decodeVestingState, encodeVestingState } from '@weir/covenants';
import type { ClockCoin, VestingAsset, VestingCoin, VestingContract, VestingTransitionKind } from '@weir/covenants';
import type { ContractStatus, StoredLane, StoredState } from '@weir/infra';

/** The only lane of a stream. */
export const laneOf = ({ lanes: [lane] }: StoredState): StoredLane => {
  if (lane === undefined) throw new Error('A stored state has no lane');
  return lane;
};

/** The coin of a stored state. */
export const toCoin = (state: StoredState): VestingCoin => {
  const { txid, vout, satoshis, commitment } = laneOf(state);
  const decoded = decodeVestingState(commitment);
  if (decoded === undefined) throw new Error(`A stored commitment is none of a vesting contract: ${commitment}`);
  return { outpoint: { txid, vout }, satoshis: BigInt(satoshis), category: state.category, state: decoded };
};

/** The clock of a stored state; undefined while no notice runs. */
export const toClock = (state: StoredState): ClockCoin | undefined => {
  const { clock } = laneOf(state);
  return clock === null ? undefined : { outpoint: { txid: clock.txid, vout: clock.vout }, satoshis: BigInt(clock.satoshis) };
};

/** A state as the tables keep it. */
export const toStored = (coin: VestingCoin, companion: StoredLane['companion'], clock: ClockCoin | undefined): StoredState => ({
  category: coin.category,
  lanes: [
    {
      ...coin.outpoint,
      satoshis: coin.satoshis.toString(),
      commitment: encodeVestingState(coin.state),
      companion,
      clock: clock === undefined ? null : { ...clock.outpoint, satoshis: clock.satoshis.toString() },
    },
  ],
});

/** How a step leaves a stream: one that paid everything is complete, whatever was cancelled before. */
export const statusAfter = (kind: VestingTransitionKind, next: VestingCoin | undefined, paidInFull: boolean): ContractStatus => {
  if (next !== undefined) return next.state.status;
  return kind !== 'refund' && paidInFull ? 'COMPLETED' : 'CANCELLED';
};

/** What a recipient has got in all when a stream ends; what a payer gave him beyond the total is a gift. */
export const releasedAtEnd = ({ parameters }: VestingContract<VestingAsset>, { state }: VestingCoin, paid: bigint): bigint => {
  const { total } = parameters.schedule;
  const released = state.released + paid;
  return released > total ? total : released;
};
