import type { Party } from '../../chain/party.js';
import type { PlanBalance, PlanCoin } from '../../plan/plan-coin.js';
import { type DecodedPlanState, decodePlanState, encodePlanState } from '../../plan/plan-commitment.js';
import type { PlanContract, PlanPace, PlanRules } from '../../plan/plan-contract.js';
import type { PlanState } from '../../plan/plan-state.js';
import { type StateAddresses, storedHolding, toStoredForm } from '../stored-coin.js';
import type { ContractState } from '../stream-schedule.types.js';

/** What the funding of a plan fixes for one of its streams, beyond the announced terms. */
export interface PlanOpening {
  /** The plan's own category, display-order hex. */
  readonly category: string;
  /** The initial commitment, hex. */
  readonly commitment: string;
  /** Principal: satoshis, or base units of the asset. */
  readonly total: bigint;
  /** Category of the tokens, display-order hex; undefined in BCH. */
  readonly asset: string | undefined;
  /** Taken from the note of the funding: the commitment holds only its hash. A state that moved since has its own. */
  readonly recipient: Party;
}

/**
 * Decodes a commitment of a plan's product.
 *
 * @throws Error where it is none: what was stored was never read from this plan
 */
export const planStateOf = ({ terms }: PlanPace, commitment: string) => {
  const decoded = decodePlanState(terms.product, commitment);
  if (decoded === undefined) throw new Error(`Stored commitment does not decode as a plan stream: ${commitment}`);
  return decoded;
};

/**
 * Returns the principal that a state leaves of a total, from the commitments alone.
 *
 * @param total principal at the start, satoshis or base units
 * @throws RangeError where the two states are of different kinds
 */
export const principalLeft = (total: bigint, initial: PlanState, state: PlanState): bigint => {
  if (state.kind === 'VESTING') return total - state.released;
  if (initial.kind !== 'RECURRING') throw new RangeError('A salary does not begin as a vesting stream');
  return state.unpaid === 0 ? 0n : total - state.amount * BigInt(initial.unpaid - state.unpaid);
};

/**
 * Returns what a stream holds according to its commitment alone: enough to compute what falls due, not to build a
 * transaction.
 *
 * @param initial the state it began in
 */
export const balanceOf = (
  { total }: Pick<PlanOpening, 'total'>,
  initial: PlanState,
  { state, reserve = 0n }: DecodedPlanState,
): PlanBalance => ({
  units: BigInt(state.index),
  state,
  principal: principalLeft(total, initial, state),
  reserve,
});

/**
 * Converts a stored state to the form that the builders of plans take.
 *
 * @throws Error where it does not belong to this stream
 */
export const planCoinOf = (contract: PlanContract, { asset }: PlanOpening, stored: ContractState): PlanCoin => {
  const { state, reserve } = planStateOf(contract, stored.commitment);
  return { ...storedHolding(stored, asset, { index: state.index, reserve }), state };
};

/**
 * Converts a stream to the form that callers store.
 *
 * @param clock of a notice that runs; left out otherwise
 * @param addresses those that the opening does not say
 */
export const toPlanContractState = (
  { terms }: PlanRules,
  coin: PlanCoin,
  clock: ContractState['clock'],
  addresses: StateAddresses = {},
): ContractState => toStoredForm(coin, encodePlanState(terms.product, coin.state, coin.reserve), clock, addresses);
