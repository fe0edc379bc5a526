import {
  decodeVestingState,
  encodeVestingState,
  type ClockCoin,
  type CompanionCoin,
  type VestingAsset,
  type VestingCoin,
  type VestingContract,
  type VestingTransitionKind,
} from '@weir/covenants';
import type { ContractStatus, StoredState } from '@weir/infra';
import { onlyLane, toStoredLane } from './lanes.js';

/** The coin of a stored state. */
export const toVestingCoin = (state: StoredState): VestingCoin => {
  const { outpoint, satoshis, commitment } = onlyLane(state);
  const decoded = decodeVestingState(commitment);
  if (decoded === undefined) throw new Error(`A stored commitment is none of a vesting contract: ${commitment}`);
  return { outpoint, satoshis, category: state.category, state: decoded };
};

/** A state as the tables keep it. */
export const toStored = (
  { outpoint, satoshis, category, state }: VestingCoin,
  companion: CompanionCoin | undefined,
  clock: ClockCoin | undefined,
): StoredState => ({
  category,
  lanes: [toStoredLane({ outpoint, satoshis, commitment: encodeVestingState(state), companion, clock })],
});

/** How a step leaves a stream: one that paid everything is complete, whatever was cancelled before. */
export const statusAfter = (
  kind: VestingTransitionKind,
  next: VestingCoin | undefined,
  paidInFull: boolean,
): ContractStatus => {
  if (next !== undefined) return next.state.status;
  return kind !== 'refund' && paidInFull ? 'COMPLETED' : 'CANCELLED';
};

/** What a recipient has got in all when a stream ends; what a payer gave him beyond the total is a gift. */
export const releasedAtEnd = (
  { parameters }: VestingContract<VestingAsset>,
  { state }: VestingCoin,
  paid: bigint,
): bigint => {
  const { total } = parameters.schedule;
  const released = state.released + paid;
  return released > total ? total : released;
};
