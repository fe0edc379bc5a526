import { isLocalNetwork, type Network } from '../../chain/network.js';
import type { PlanPart } from '../../plan/funding/cut-plan.js';
import { decodePlanAnnouncement, encodePlanAnnouncement } from '../../plan/plan-announcement.js';
import { encodePlanState } from '../../plan/plan-commitment.js';
import { createPlanContracts, type PlanContract } from '../../plan/plan-contract.js';
import { groupKey, type PlanTerms } from '../../plan/plan-terms.js';
import type { PlanOpening } from './plan-opening.js';

/** A stream of a plan as a record keeps it, funded or not: all there is to know of it beside the announcement. */
export interface PlanMember {
  /** Its category is that of the state once funded, and of no meaning before. */
  readonly opening: PlanOpening;
  /** Satoshis beside the principal; for tokens all satoshis of the state. */
  readonly reserve: bigint;
}

/** A stream that a part of a plan opens, with what its siblings share. */
export interface PlannedMember extends PlanMember {
  readonly contract: PlanContract;
  /** The announcement's locking bytecode. */
  readonly announcement: Uint8Array;
  /** Index of its group among those of the terms. */
  readonly group: number;
  readonly index: number;
}

/**
 * Decodes the terms in a stored announcement.
 *
 * @throws Error where it is none of a plan: this service never wrote it
 */
export const planTermsOf = (announcement: Uint8Array, network: Network): PlanTerms => {
  const terms = decodePlanAnnouncement(announcement, isLocalNetwork(network));
  if (terms === undefined) throw new Error('A stored announcement is none of a plan');
  return terms;
};

/**
 * Creates the contracts of a stored announcement, one for each group.
 *
 * @throws Error where it is none of a plan
 */
export const planContractsOf = (announcement: Uint8Array, network: Network): readonly PlanContract[] =>
  createPlanContracts(planTermsOf(announcement, network), network);

/**
 * Lists all streams that a part opens, each as a record keeps it, in the part's order.
 *
 * @param asset category of the tokens, display-order hex; undefined in BCH
 */
export const plannedMembers = (
  { terms, contracts, streams }: PlanPart,
  asset: string | undefined,
): readonly PlannedMember[] => {
  const announcement = encodePlanAnnouncement(terms);
  const groups = new Map(contracts.map((contract, group) => [groupKey(contract.group), { contract, group }]));
  return streams.flatMap(({ recipient, group, state, principal, reserve }) => {
    const at = groups.get(groupKey(group));
    if (at === undefined) return [];
    const commitment = encodePlanState(terms.product, state, reserve);
    const opening = { category: '', commitment, total: principal, asset, recipient };
    return [{ ...at, announcement, index: state.index, opening, reserve }];
  });
};
