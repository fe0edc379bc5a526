import {
  buildPlanResume,
  buildPlanStop,
  mostStopsOf,
  planResumeItem,
  planStopItem,
  proposePlanResume,
  proposePlanStop,
  type BuildOptions,
  type PlanResumeItem,
  type PlanStopItem,
  type UnsignedTransaction,
  type VaultContract,
  type VaultHoldings,
  type VaultProposal,
  type WalletCoins,
} from '@weir/covenants';
import type { LivePlanStream, Selection } from '../find/find-targets.js';
import { notPossible } from '../recover-error.js';
import type { SenderMove } from './actions.js';

/** An action on streams of plans under one signature, and what the user should know besides. */
export interface Moves {
  readonly streams: readonly LivePlanStream[];
  readonly remarks: readonly string[];
  /**
   * Builds it for a wallet of one key.
   * @throws CovenantError INSUFFICIENT_FUNDS, TRANSACTION_TOO_LARGE
   * @throws RangeError
   */
  build(sender: WalletCoins, options: BuildOptions): UnsignedTransaction;
  /**
   * Builds it as a proposal for the signers of a vault.
   * @throws CovenantError
   * @throws RangeError
   */
  propose(vault: VaultContract, holdings: VaultHoldings, options: BuildOptions): VaultProposal;
}

type Item = { readonly stop: PlanStopItem } | { readonly resume: PlanResumeItem };

const itemOf = ({ stream, state }: LivePlanStream, move: SenderMove, time: bigint): Item | undefined => {
  if (move === 'resume') {
    const resume = planResumeItem(stream, state, time);
    return resume && { resume };
  }
  const stop = planStopItem(stream, state, move, time);
  return stop && { stop };
};

const remarksOf = (move: SenderMove, skipped: number, left: number): string[] => [
  ...(skipped > 0 ? [`${skipped} of the streams allow no ${move} now, and are left out`] : []),
  ...(left > 0 ? [`${left} more have no room in one transaction: build again once this one is sent`] : []),
];

/**
 * Prepares one action on streams of plans, as many as fit into one transaction.
 *
 * @param time locktime, Unix seconds
 * @throws RecoverError NOT_POSSIBLE if one of the named streams, or with `all` every one, does not allow it
 */
export const prepareMoves = (
  found: readonly LivePlanStream[],
  move: SenderMove,
  { all }: Pick<Selection, 'all'>,
  time: bigint,
): Moves => {
  const possible = found.flatMap((live) => {
    const item = itemOf(live, move, time);
    if (item === undefined && !all) throw notPossible(`${live.name} allows no ${move} now: leave it out`);
    return item === undefined ? [] : [{ live, item }];
  });
  const [first] = possible;
  if (first === undefined) throw notPossible(`None of the streams allows a ${move} now`);
  const taken = possible.slice(0, mostStopsOf(first.live.stream.contract.terms.product));
  const items = taken.map(({ item }) => item);
  const [stops, resumes] = [
    items.flatMap((item) => ('stop' in item ? [item.stop] : [])),
    items.flatMap((item) => ('resume' in item ? [item.resume] : [])),
  ];
  return {
    streams: taken.map(({ live }) => live),
    remarks: remarksOf(move, found.length - possible.length, possible.length - taken.length),
    build: (sender, options) =>
      move === 'resume' ? buildPlanResume(resumes, sender, options) : buildPlanStop(stops, sender, options),
    propose: (vault, holdings, options) =>
      move === 'resume'
        ? proposePlanResume(vault, holdings, resumes, options)
        : proposePlanStop(vault, holdings, stops, options),
  };
};
