import { bytesKey } from '../../chain/bytes-key.js';
import type { Network } from '../../chain/network.js';
import { MAX_STREAM_INDEX } from '../plan-limits.js';
import { cutPlan, planPartOf, planRow, type PlanDraftProblem, type PlanPart } from './cut-plan.js';
import type { PlanDraft, PlannedStream } from './plan-draft.js';

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

/** The streams of all rows, or what is wrong with any. */
const rowsOf = (
  plan: PlanDraft,
  network: Network,
): { readonly streams: readonly PlannedStream[]; readonly faults: readonly PlanDraftFault[] } => {
  const [streams, faults]: [PlannedStream[], PlanDraftFault[]] = [[], []];
  if (plan.streams.length === 0) faults.push({ row: undefined, problem: 'NO_GROUPS' });
  if (plan.streams.length > MAX_STREAM_INDEX) faults.push({ row: undefined, problem: 'TOO_MANY_STREAMS' });
  if (faults.length > 0) return { streams, faults };
  for (const [row, draft] of plan.streams.entries()) {
    const planned = planRow(plan, draft, row + 1, network);
    if (typeof planned === 'string') faults.push({ row, problem: planned });
    else streams.push(planned);
  }
  return { streams, faults };
};

/** Parties of a part that are addresses of the plan itself, its clock or its companion. */
export const findOwnParties = ({ terms, contracts, streams }: PlanPart): PlanDraftFault[] => {
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
  const { streams, faults } = rowsOf(plan, network);
  if (faults.length > 0) return { ok: false, problems: faults };
  const { room, opened } = options;
  const left = streams.filter(({ state }) => opened?.has(state.index) !== true);
  const parts = cutPlan(plan, left, room).map((run) => planPartOf(plan, run.streams, network));
  const problems = parts.flatMap(findOwnParties);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, parts };
};
