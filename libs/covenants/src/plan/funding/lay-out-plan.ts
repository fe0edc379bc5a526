import { bytesKey } from '../../chain/bytes-key.js';
import { isLocalNetwork, type Network } from '../../chain/network.js';
import { isParty } from '../../chain/party.js';
import { createPlanContracts, type PlanContract } from '../plan-contract.js';
import { MAX_PLAN_GROUPS, MAX_STANDARD_SIZE, MAX_STREAM_INDEX } from '../plan-limits.js';
import { findPlanTermsProblem, groupKey, type PlanTerms, type PlanTermsProblem } from '../plan-terms.js';
import { planStream, termsOfStreams, type PlanDraft, type PlannedStream, type StreamDraft } from './plan-draft.js';
import { announcementBytes, FUNDING_OVERHEAD, fundingRoom, noteBytes, streamBytes } from './plan-size.js';
import { findStreamProblem, type StreamProblem } from './stream-rules.js';

/** One funding of a plan: what a single transaction opens. */
export interface PlanPart {
  readonly terms: PlanTerms;
  /** One for each group of the terms, in their order. */
  readonly contracts: readonly PlanContract[];
  /** In the order of the list. A stream's index is its row in the list, counted from 1. */
  readonly streams: readonly PlannedStream[];
}

export type PlanDraftProblem =
  | StreamProblem
  | PlanTermsProblem
  | 'RECIPIENT_NOT_STANDARD'
  /** The recipient is a script of plans themselves: what it is paid nobody could spend. */
  | 'PARTY_IS_OF_THE_PLAN'
  | 'TOO_MANY_STREAMS';

/** What is wrong with a row of the list, or (row undefined) with the plan. */
export interface PlanDraftFault {
  /** Counted from 0. */
  readonly row: number | undefined;
  readonly problem: PlanDraftProblem;
}

export type PlanLayout =
  | { readonly ok: true; readonly parts: readonly PlanPart[] }
  | { readonly ok: false; readonly problems: readonly PlanDraftFault[] };

export interface PlanLayoutOptions {
  /** Bytes left in each transaction to whoever pays: inputs, change. By default two coins of a key (six for tokens). */
  readonly room?: number;
  /**
   * Indexes of streams that fundings of this plan have opened already: they are left out, every other keeps its place. Of
   * fundings that the plan's own maker sent, and no others: its nonce is public from the first one on, and a stranger can
   * fund rows of the same numbers with terms of their own.
   */
  readonly opened?: ReadonlySet<number>;
}

/** Cuts rows into runs that fit one transaction each, first come first served. */
const cut = (
  plan: PlanDraft,
  streams: readonly PlannedStream[],
  room: number,
): readonly (readonly PlannedStream[])[] => {
  const runs: PlannedStream[][] = [];
  const [keys, noted] = [new Set<string>(), new Set<string>()];
  let bytes = Infinity;
  const sizeOf = (stream: PlannedStream): number =>
    streamBytes(plan.product, stream) + (noted.has(bytesKey(stream.recipient)) ? 0 : noteBytes(stream.recipient));
  const announced = (groups: number): number => announcementBytes(plan.product, plan.sender, groups);
  for (const stream of streams) {
    const groups = new Set([...keys, groupKey(stream.group)]).size;
    const grown = bytes + sizeOf(stream);
    if (groups > MAX_PLAN_GROUPS || grown + announced(groups) > MAX_STANDARD_SIZE) {
      keys.clear();
      noted.clear();
      runs.push([]);
      bytes = FUNDING_OVERHEAD + room + sizeOf(stream);
    } else bytes = grown;
    keys.add(groupKey(stream.group));
    noted.add(bytesKey(stream.recipient));
    runs.at(-1)?.push(stream);
  }
  return runs;
};

/** Whether counts are counts: numbers without a fraction, at least 1. */
const hasCounts = (draft: StreamDraft): boolean => {
  const counts = [draft.payments ?? 1, draft.kind === 'RECURRING' ? draft.periods : 1];
  return counts.every((count) => Number.isInteger(count) && count >= 1);
};

const rowProblem = (plan: PlanDraft, draft: StreamDraft, row: number, local: boolean): PlanDraftProblem | undefined => {
  if (!isParty(draft.recipient)) return 'RECIPIENT_NOT_STANDARD';
  if (!hasCounts(draft)) return 'SCHEDULE_UNSOUND';
  const stream = planStream(plan, draft, row + 1);
  const terms = termsOfStreams(plan, [stream]);
  const units = BigInt(stream.state.index);
  return findPlanTermsProblem(terms, local) ?? findStreamProblem(terms, stream.group, { ...stream, units });
};

const faultsOf = (plan: PlanDraft, network: Network): PlanDraftFault[] => {
  if (plan.streams.length === 0) return [{ row: undefined, problem: 'NO_GROUPS' }];
  if (plan.streams.length > MAX_STREAM_INDEX) return [{ row: undefined, problem: 'TOO_MANY_STREAMS' }];
  return plan.streams.flatMap((draft, row): PlanDraftFault[] => {
    const problem = rowProblem(plan, draft, row, isLocalNetwork(network));
    return problem === undefined ? [] : [{ row, problem }];
  });
};

const partOf = (plan: PlanDraft, streams: readonly PlannedStream[], network: Network): PlanPart => {
  const terms = termsOfStreams(plan, streams);
  return { terms, contracts: createPlanContracts(terms, network), streams };
};

const partyFaults = ({ terms, contracts, streams }: PlanPart): PlanDraftFault[] => {
  const own = new Set(
    contracts.flatMap(({ lockingBytecode, clock, companion }) =>
      [lockingBytecode, clock.lockingBytecode, companion.lockingBytecode].map(bytesKey),
    ),
  );
  const sender: PlanDraftFault[] = own.has(bytesKey(terms.sender))
    ? [{ row: undefined, problem: 'PARTY_IS_OF_THE_PLAN' }]
    : [];
  return streams.reduce(
    (faults, { recipient, state }) =>
      own.has(bytesKey(recipient))
        ? [...faults, { row: state.index - 1, problem: 'PARTY_IS_OF_THE_PLAN' as const }]
        : faults,
    sender,
  );
};

/**
 * Lays a list of streams out on as few transactions as it takes, in its order: each within 100,000 bytes and 16 groups. The
 * same list gives the same parts; after some were funded, the indexes that the chain shows as opened (`findPlanFunding`)
 * give the rest, so that nothing is opened twice or forgotten. All parts have the plan's nonce, and so its addresses; each
 * has a category of its own.
 *
 * @returns all that is wrong with any row at once, or the parts (none where everything is opened)
 */
export const layOutPlan = (plan: PlanDraft, network: Network, options: PlanLayoutOptions = {}): PlanLayout => {
  const faults = faultsOf(plan, network);
  if (faults.length > 0) return { ok: false, problems: faults };
  const { room = fundingRoom(plan.product), opened } = options;
  const streams = plan.streams
    .map((draft, row) => planStream(plan, draft, row + 1))
    .filter(({ state }) => opened?.has(state.index) !== true);
  const parts = cut(plan, streams, room).map((run) => partOf(plan, run, network));
  const problems = parts.flatMap(partyFaults);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, parts };
};
