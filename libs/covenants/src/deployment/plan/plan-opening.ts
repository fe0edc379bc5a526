import type { Party } from '../../chain/party.js';
import { hasNotice, isMoving, type PlanBalance, type PlanCoin } from '../../plan/plan-coin.js';
import { type DecodedPlanState, decodePlanState, encodePlanState } from '../../plan/plan-commitment.js';
import type { PlanContract, PlanPace, PlanRules } from '../../plan/plan-contract.js';
import { isBchPlan } from '../../plan/plan-limits.js';
import type { PlanState } from '../../plan/plan-state.js';
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
  const { outpoint, satoshis, category, commitment, companion, clock } = stored;
  const { state, reserve } = planStateOf(contract, commitment);
  const common = { outpoint, category, state, units: clock === undefined ? BigInt(state.index) : 0n };
  if (asset === undefined) {
    const beside = reserve ?? 0n;
    return { ...common, principal: satoshis - beside, reserve: beside, companion: undefined };
  }
  if (companion === undefined) throw new Error('A stored stream of tokens has no companion');
  return {
    ...common,
    principal: companion.amount,
    reserve: satoshis,
    companion: {
      category: asset,
      satoshis: companion.satoshis,
      ...(companion.nft !== undefined && { nft: companion.nft }),
    },
  };
};

/** The addresses of a stream, of which its commitment has the hashes alone. */
export type StateAddresses = Pick<ContractState, 'recipient' | 'movesTo'>;

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
  { recipient, movesTo }: StateAddresses = {},
): ContractState => {
  const { outpoint, category, state, principal, reserve, companion } = coin;
  return {
    outpoint,
    satoshis: isBchPlan(terms.product) ? principal + reserve : reserve,
    category,
    commitment: encodePlanState(terms.product, state, reserve),
    ...(companion !== undefined && {
      companion: {
        satoshis: companion.satoshis,
        amount: principal,
        ...(companion.nft !== undefined && { nft: companion.nft }),
      },
    }),
    ...(clock !== undefined && hasNotice(coin) && { clock }),
    ...(recipient !== undefined && { recipient }),
    ...(movesTo !== undefined && isMoving(coin) && { movesTo }),
  };
};
