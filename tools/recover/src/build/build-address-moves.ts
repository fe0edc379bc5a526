import { binsAreEqual } from '@bitauth/libauth';
import {
  buildAnnounceMove,
  buildFinishMove,
  mayMove,
  type BuildOptions,
  type ChainTip,
  type Party,
  type PlanMove,
  type StreamPosition,
  type UnsignedTransaction,
  type WalletCoins,
} from '@weir/covenants';
import { MAX_MOVES } from '@weir/kinds';
import type { MoveStep } from '../actions.js';
import type { LivePlanStream, Selection } from '../find/find-targets.js';
import { notPossible } from '../recover-error.js';
import { finishableAt } from '../report/running-move.js';

/** Why a stream cannot take a step of a move now; undefined where it can. */
const refusalOf = (
  { height }: LivePlanStream,
  { move, moving }: Pick<StreamPosition, 'move' | 'moving'>,
  step: MoveStep,
  { height: tip }: ChainTip,
): string | undefined => {
  if (step === 'finish') {
    if (move === undefined) return 'no move to another address is pending';
    const from = finishableAt(height, move.delay);
    if (from === null) return 'its announcement, or a payment since, is not mined yet';
    return tip < from ? `its move can be finished from height ${from} on, and the chain is at ${tip}` : undefined;
  }
  if (moving === undefined || !mayMove(moving)) return 'its terms do not let it move, or it is under notice';
  if (height === null) return 'its last step is not mined yet';
  if (step === 'announce') return undefined;
  if (move === undefined) return 'no move to another address is pending';
  return move.isUndone ? 'its move is undone already: finish it' : undefined;
};

const remarksOf = (step: MoveStep, skipped: number, left: number): string[] => [
  ...(skipped > 0 ? [`${skipped} of the streams allow no ${step} now, and are left out`] : []),
  ...(left > 0 ? [`${left} more have no room in one transaction: build again once this one is sent`] : []),
  ...(step === 'announce'
    ? [
        'Until the move is finished the streams pay the old address, and its wallet can undo it. Keep that wallet until then',
      ]
    : []),
  ...(step === 'undo'
    ? ['Then build a finish of the same streams, which ends the move: nobody has to wait for it']
    : []),
];

/**
 * Prepares a step of a move to another address, for as many streams as fit into one transaction.
 *
 * @returns the recipient whose coin consents to an announcement or an undo, and what builds the transaction by a wallet, which
 *   throws CovenantError and RangeError
 * @throws RecoverError NOT_POSSIBLE if one of the named streams, or with `all` every one, does not allow it
 */
export const prepareAddressMoves = (
  found: readonly LivePlanStream[],
  step: MoveStep,
  { all }: Pick<Selection, 'all'>,
  tip: ChainTip,
) => {
  const possible = found.flatMap((live) => {
    const { stream, state, name } = live;
    const position = stream.at(state);
    const refusal = refusalOf(live, position, step, tip);
    if (refusal !== undefined && !all) throw notPossible(`${name} allows no ${step} now: ${refusal}`);
    const { moving, recipient } = position;
    return refusal === undefined && moving !== undefined ? [{ live, moving, recipient }] : [];
  });
  const [first] = possible;
  if (first === undefined) throw notPossible(`None of the streams allows a ${step} now`);
  // Of several recipients the first one's: each signs for their own.
  const own =
    step === 'finish' ? possible : possible.filter(({ recipient }) => binsAreEqual(recipient, first.recipient));
  const taken = own.slice(0, MAX_MOVES);
  const items: readonly PlanMove[] = taken.map(({ moving }) => moving);
  const { recipient } = first;
  return {
    recipient,
    streams: taken.map(({ live }) => live),
    remarks: remarksOf(step, found.length - own.length, own.length - taken.length),
    build: (wallet: WalletCoins, to: Party | undefined, options: BuildOptions): UnsignedTransaction =>
      step === 'finish'
        ? buildFinishMove(items, wallet, options)
        : buildAnnounceMove(items, to ?? recipient, wallet, options),
  };
};
