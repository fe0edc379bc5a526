import { bigIntToCompactUint } from '@bitauth/libauth';
import { isLocalNetwork, type Network } from '../../chain/network.js';
import { isParty, type Party, partyParts } from '../../chain/party.js';
import { planCommitmentLength } from '../plan-commitment.js';
import { createPlanContracts, type PlanContract } from '../plan-contract.js';
import { isBchPlan, type PlanProduct } from '../plan-limits.js';
import { findPlanTermsProblem, groupKey, mostGroupsOf, type PlanTerms, type PlanTermsProblem } from '../plan-terms.js';
import { cutRows, type FundingRun, fundingRoom } from './cut-rows.js';
import { type PlanFrame, type PlannedStream, planStream, type StreamDraft, termsOfStreams } from './plan-draft.js';
import { findStreamProblem, type StreamProblem } from './stream-rules.js';

const VALUE = 8;
const P2SH32 = 35;
const CATEGORY_PREFIX = 1 + 32 + 1;

const amountBytes = (amount: bigint): number => bigIntToCompactUint(amount).length;

/** Returns the bytes of a new stream's outputs: its state and, for tokens, its companion. */
const streamBytes = (product: PlanProduct, { state, principal }: PlannedStream): number => {
  const token = CATEGORY_PREFIX + 1 + planCommitmentLength(product) + amountBytes(BigInt(state.index));
  const companion = isBchPlan(product) ? 0 : VALUE + 1 + CATEGORY_PREFIX + amountBytes(principal) + P2SH32;
  return VALUE + 1 + token + P2SH32 + companion;
};

/** Returns the bytes of the announcement output. */
const announcementBytes = (product: PlanProduct, sender: Party, groups: number): number => {
  const group = product.startsWith('VESTING') ? 10 : 7;
  const data = 4 + 1 + 1 + 1 + (partyParts(sender)?.hash.length ?? 32) + 16 + 5 + groups * group;
  return VALUE + 1 + 1 + 2 + data;
};

/** A part of a plan: what one transaction opens. */
export interface PlanPart {
  readonly terms: PlanTerms;
  /** One contract for each group of the terms, in their order. */
  readonly contracts: readonly PlanContract[];
  /** In the order of the list. A stream's index is its row in the list, counted from 1. */
  readonly streams: readonly PlannedStream[];
}

/** What is wrong with a row of a list, or with the plan. */
export type PlanDraftProblem =
  | StreamProblem
  | PlanTermsProblem
  | 'RECIPIENT_NOT_STANDARD'
  /** The recipient is a script of the plan itself: nobody could spend what is paid to it. */
  | 'PARTY_IS_OF_THE_PLAN'
  | 'TOO_MANY_STREAMS';

/** Whether the counts of a draft are whole numbers of at least 1. */
const hasCounts = (draft: StreamDraft): boolean => {
  const counts = [draft.payments ?? 1, draft.kind === 'RECURRING' ? draft.periods : 1];
  return counts.every((count) => Number.isInteger(count) && count >= 1);
};

/**
 * Returns the stream that a row of a list opens, or what is wrong with the row. Constructs no contract.
 *
 * @param index the row, counted from 1
 */
export const planRow = (
  plan: PlanFrame,
  draft: StreamDraft,
  index: number,
  network: Network,
): PlannedStream | PlanDraftProblem => {
  if (!isParty(draft.recipient)) return 'RECIPIENT_NOT_STANDARD';
  if (!hasCounts(draft)) return 'SCHEDULE_UNSOUND';
  const stream = planStream(plan, draft, index);
  const terms = termsOfStreams(plan, [stream]);
  const units = BigInt(stream.state.index);
  return (
    findPlanTermsProblem(terms, isLocalNetwork(network)) ??
    findStreamProblem(terms, stream.group, { ...stream, units }) ??
    stream
  );
};

/** Streams that one transaction opens, and its bytes without the inputs and change of anybody who pays. */
export type PlanRun = FundingRun<PlannedStream>;

/**
 * Splits rows into runs that fit one transaction each, keeping their order. Constructs no contract.
 *
 * @param room bytes left in each transaction for anybody who pays; by default for two coins of a key (six for tokens)
 */
export const cutPlan = (
  { product, sender }: Pick<PlanFrame, 'product' | 'sender'>,
  streams: readonly PlannedStream[],
  room = fundingRoom(isBchPlan(product)),
): readonly PlanRun[] =>
  cutRows(
    streams,
    {
      groupKey: ({ group }) => groupKey(group),
      mostGroups: mostGroupsOf(product, sender),
      streamBytes: (stream) => streamBytes(product, stream),
      announcementBytes: (groups) => announcementBytes(product, sender, groups),
    },
    room,
  );

/**
 * Creates the part that a run of rows makes: the input of a funding.
 *
 * @throws RangeError for terms that no plan may have
 */
export const planPartOf = (plan: PlanFrame, streams: readonly PlannedStream[], network: Network): PlanPart => {
  const terms = termsOfStreams(plan, streams);
  return { terms, contracts: createPlanContracts(terms, network), streams };
};
