import { bytesKey } from '../../bytes/read-bytes.js';
import type { Network } from '../../chain/network.js';
import type { Party } from '../../chain/party.js';
import { UNIVERSAL_SCRIPT_KEYS } from '../../contract/universal-scripts.js';
import type { PlanContract } from '../plan-contract.js';
import { MAX_STREAM_INDEX } from '../plan-limits.js';
import { cutPlan, type PlanDraftProblem, type PlanPart, planPartOf, planRow } from './cut-plan.js';
import type { PlanDraft, PlannedStream } from './plan-draft.js';

/** Returns what no party of a plan may be: its own addresses and the universal scripts, as keys of `bytesKey`. */
export const ownAddresses = (contracts: readonly Pick<PlanContract, 'lockingBytecode'>[]): ReadonlySet<string> =>
  new Set([...UNIVERSAL_SCRIPT_KEYS, ...contracts.map(({ lockingBytecode }) => bytesKey(lockingBytecode))]);

/** What is wrong with a row of the list or, where row is undefined, with the plan. */
export interface PlanDraftFault {
  /** Counted from 0. */
  readonly row: number | undefined;
  readonly problem: PlanDraftProblem;
}

/** The parts of a plan, or everything that is wrong with its rows. */
export type PlanLayout =
  | { readonly ok: true; readonly parts: readonly PlanPart[] }
  | { readonly ok: false; readonly problems: readonly PlanDraftFault[] };

/** Options of `layOutPlan`. */
export interface PlanLayoutOptions {
  /**
   * Bytes left in each transaction for the inputs and change of anybody who pays. By default two coins of a key (six for
   * tokens).
   */
  readonly room?: number;
  /**
   * Indexes of streams that fundings of this plan have opened already: they are left out, all others keep their
   * places. Name only fundings that the plan's own maker sent: its nonce is public from the first one on, and a
   * stranger can fund rows of the same numbers with terms of their own.
   */
  readonly opened?: ReadonlySet<number>;
}

/** Returns the streams of all rows, and what is wrong with any of them. */
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

/** A part of any plan, as far as its parties are compared with its own addresses. */
interface PartOfParties {
  readonly terms: { readonly sender: Party };
  readonly contracts: readonly Pick<PlanContract, 'lockingBytecode'>[];
  readonly streams: readonly { readonly recipient: Party; readonly state: { readonly index: number } }[];
}

/** Finds parties of a part that are addresses of the plan itself or universal scripts. */
export const findOwnParties = ({ terms, contracts, streams }: PartOfParties): PlanDraftFault[] => {
  const own = ownAddresses(contracts);
  const problem = 'PARTY_IS_OF_THE_PLAN' as const;
  return [
    ...(own.has(bytesKey(terms.sender)) ? [{ row: undefined, problem }] : []),
    ...streams
      .filter(({ recipient }) => own.has(bytesKey(recipient)))
      .map(({ state }) => ({ row: state.index - 1, problem })),
  ];
};

/**
 * Lays out a list of streams on as few transactions as possible, in its order: each within 100,000 bytes and 16
 * groups. The same list gives the same parts. After some were funded, the indexes that the chain shows as opened
 * (`findPlanFunding`) give the rest, so that nothing is opened twice or forgotten. All parts have the plan's nonce,
 * and so its addresses; each has a category of its own.
 *
 * @returns the parts (none where everything is opened), or all that is wrong with any row
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
