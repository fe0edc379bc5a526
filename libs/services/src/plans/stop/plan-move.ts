import {
  buildPlanResume,
  buildPlanStop,
  planResumeItem,
  planStopItem,
  type BuildOptions,
  type ContractState,
  type PlanResumeItem,
  type PlanStopItem,
  type StreamModel,
  type UnsignedTransaction,
  type WalletCoins,
} from '@weir/covenants';
import type { PlanMoveKind } from '../plans.types.js';

/** What a move does to one stream. Amounts in base units. */
export interface PlanMove {
  /** Paid to the recipient by the move itself. */
  readonly paid: bigint;
  /** Principal that the stream holds then. */
  readonly left: bigint;
  readonly item: { readonly stop: PlanStopItem } | { readonly resume: PlanResumeItem };
}

/** Returns the move of one stream at a time, Unix seconds; undefined where none is possible then. */
export const planMove = (
  stream: StreamModel,
  state: ContractState,
  kind: PlanMoveKind,
  time: bigint,
): PlanMove | undefined => {
  if (kind === 'resume') {
    const resume = planResumeItem(stream, state, time);
    return resume && { paid: resume.resume.paid, left: resume.resume.left, item: { resume } };
  }
  const stop = planStopItem(stream, state, kind, time);
  return stop && { paid: stop.stop.paid, left: stop.stop.left, item: { stop } };
};

/**
 * Builds the sender's move of streams, all of one kind and of one plan, by one signature.
 *
 * @throws CovenantError INSUFFICIENT_FUNDS, TRANSACTION_TOO_LARGE
 */
export const buildPlanMoves = (
  moves: readonly PlanMove[],
  sender: WalletCoins,
  options: BuildOptions,
): UnsignedTransaction => {
  const stops = moves.flatMap(({ item }) => ('stop' in item ? [item.stop] : []));
  const resumes = moves.flatMap(({ item }) => ('resume' in item ? [item.resume] : []));
  return stops.length > 0 ? buildPlanStop(stops, sender, options) : buildPlanResume(resumes, sender, options);
};
