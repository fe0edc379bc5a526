import type { Party } from '../../chain/party.js';
import { hasNotice, type PlanCoin, type PlanHolding } from '../../plan/plan-coin.js';
import { decodePlanState, encodePlanState } from '../../plan/plan-commitment.js';
import type { PlanContract, PlanRules } from '../../plan/plan-contract.js';
import { isBchPlan } from '../../plan/plan-product.js';
import type { PlanState } from '../../plan/plan-state.js';
import type { ContractState } from '../contract-state.js';

/** What the funding of a plan says of one of its streams, beside the announced terms. */
export interface PlanOpening {
  /** The plan's own category, display-order hex. */
  readonly category: string;
  /** Hex. */
  readonly commitment: string;
  /** Principal: satoshis, or base units of the asset. */
  readonly total: bigint;
  /** Category of the tokens, display-order hex; undefined in BCH. */
  readonly asset: string | undefined;
  /** Known by the note of the funding: the commitment has the hash. */
  readonly recipient: Party;
}

/** A commitment of a plan's product, decoded. @throws Error where it is none: what was stored was never read from it */
export const planStateOf = ({ terms }: PlanRules, commitment: string) => {
  const decoded = decodePlanState(terms.product, commitment);
  if (decoded === undefined) throw new Error(`A stored commitment is none of a plan's stream: ${commitment}`);
  return decoded;
};

/**
 * Principal left by a state alone, of a stream that began so: what it says was paid is gone from the total.
 *
 * @throws RangeError where the two are of different kinds
 */
export const principalLeft = (total: bigint, initial: PlanState, state: PlanState): bigint => {
  if (state.kind === 'VESTING') return total - state.released;
  if (initial.kind !== 'RECURRING') throw new RangeError('A salary does not begin as a vesting stream');
  return state.unpaid === 0 ? 0n : total - state.amount * BigInt(initial.unpaid - state.unpaid);
};

/** A stream by its commitment alone: enough for what falls due, not for a transaction. */
export const holdingOf = (rules: PlanRules, opening: PlanOpening, commitment: string): PlanHolding => {
  const { state, reserve = 0n } = planStateOf(rules, commitment);
  const initial = planStateOf(rules, opening.commitment).state;
  return {
    category: opening.category,
    units: BigInt(state.index),
    state,
    principal: principalLeft(opening.total, initial, state),
    reserve,
    companion: undefined,
  };
};

/** A stream as its builders know it, of the state that callers keep. @throws Error where that is none of it */
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

/** A stream as callers keep it. @param clock of a notice that runs; kept only then */
export const toPlanContractState = (
  { terms }: PlanRules,
  coin: PlanCoin,
  clock: ContractState['clock'],
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
  };
};
