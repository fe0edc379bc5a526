import {
  buildPlanMoves,
  mostStopsOf,
  planMoveItem,
  proposePlanMoves,
  type BuildOptions,
  type TreasuryContract,
  type VaultHoldings,
  type WalletCoins,
} from '@weir/covenants';
import type { SenderMove } from '../actions.js';
import type { LivePlanStream, Selection } from '../find/find-targets.js';
import { notPossible } from '../recover-error.js';

/** Says what one transaction leaves out. @param skipped those that do not allow the move, and `left` those that have no room */
export const remarksOf = (move: SenderMove, skipped: number, left: number): string[] => [
  ...(skipped > 0 ? [`${skipped} of the streams allow no ${move} now, and are left out`] : []),
  ...(left > 0 ? [`${left} more have no room in one transaction: build again once this one is sent`] : []),
];

/**
 * Prepares one action on streams of plans, as many as fit into one transaction: built for a wallet of one key, or proposed to the
 * signers of a vault. Both throw CovenantError and RangeError.
 *
 * @param time locktime, Unix seconds
 * @throws RecoverError NOT_POSSIBLE if one of the named streams, or with `all` every one, does not allow it
 */
export const prepareMoves = (
  found: readonly LivePlanStream[],
  move: SenderMove,
  { all }: Pick<Selection, 'all'>,
  time: bigint,
) => {
  const possible = found.flatMap((live) => {
    const item = planMoveItem(live.stream, live.state, move, time);
    if (item === undefined && !all) throw notPossible(`${live.name} allows no ${move} now: leave it out`);
    return item === undefined ? [] : [{ live, item }];
  });
  const [first] = possible;
  if (first === undefined) throw notPossible(`None of the streams allows a ${move} now`);
  const most = Math.min(...possible.map(({ live }) => mostStopsOf(live.stream.contract.terms.product)));
  const taken = possible.slice(0, most);
  const items = taken.map(({ item }) => item);
  return {
    streams: taken.map(({ live }) => live),
    remarks: remarksOf(move, found.length - possible.length, possible.length - taken.length),
    build: (sender: WalletCoins, options: BuildOptions) => buildPlanMoves(items, sender, options),
    propose: (vault: TreasuryContract, holdings: VaultHoldings, options: BuildOptions) =>
      proposePlanMoves(vault, holdings, items, options),
  };
};
