import { binsAreEqual } from '@bitauth/libauth';
import {
  buildAnnounceMoves,
  buildFinishLockMove,
  buildFinishMove,
  buildPaidFinishLockMove,
  canLockMove,
  isLockUndone,
  lockAt,
  lockFinishDelay,
  type LockMove,
  mayMove,
  proposeAnnouncement,
  type BuildOptions,
  type ChainTip,
  type Party,
  type StreamMove,
  type TreasuryContract,
  type VaultHoldings,
  type VaultProposal,
  type WalletCoins,
} from '@weir/covenants';
import { MAX_MOVES } from '@weir/kinds';
import type { BuiltTransaction, MoveStep } from '../actions.js';
import type { LiveLock, LivePlanStream, Selection } from '../find/find-targets.js';
import { notPossible } from '../recover-error.js';
import { finishableAt } from '../report/running-move.js';

/** What takes a step of a move, a stream or a lock, by what is the same of both. */
interface Mover {
  readonly name: string;
  readonly address: string;
  readonly height: number | null;
  readonly recipient: Party;
  /** The move that is pending. */
  readonly pending: { readonly delay: number; readonly isUndone: boolean } | undefined;
  /** Returns the scripts that hold it after a step. @param to the address that an announcement names */
  scriptsAfter(step: MoveStep, to: Party | undefined): readonly Uint8Array[];
  /** Why no move may begin now; undefined where it may. */
  readonly stays: string | undefined;
  readonly item: { readonly stream: StreamMove } | { readonly lock: LockMove };
}

const moverOfStream = ({ name, stream, state, height }: LivePlanStream): readonly Mover[] => {
  const { move, moving, recipient } = stream.at(state);
  if (moving === undefined) return [];
  const mayBegin = mayMove(moving);
  return [
    {
      name,
      address: stream.address,
      height,
      recipient,
      pending: move,
      scriptsAfter: () => stream.scripts,
      stays: !mayBegin
        ? 'its terms do not let it move, or it is under notice'
        : height === null
          ? 'its last step is not mined yet'
          : undefined,
      item: { stream: moving },
    },
  ];
};

const moverOfLock = ({ name, height, lock }: LiveLock): Mover => {
  const { address, terms } = lock.contract;
  const { recipient, movesTo } = terms;
  return {
    name,
    address,
    height,
    recipient,
    pending: movesTo === undefined ? undefined : { delay: lockFinishDelay(lock), isUndone: isLockUndone(lock) },
    scriptsAfter: (step, to) => [
      lockAt(lock.contract, step === 'finish' ? { recipient: movesTo } : { movesTo: to ?? recipient }).lockingBytecode,
    ],
    stays: canLockMove(terms) ? undefined : 'its terms do not let it move',
    item: { lock },
  };
};

/** Why a stream or lock cannot take a step of a move now; undefined where it can. */
const refusalOf = (
  { height, pending, stays }: Mover,
  step: MoveStep,
  { height: tip }: ChainTip,
): string | undefined => {
  if (step === 'finish') {
    if (pending === undefined) return 'no move to another address is pending';
    const from = finishableAt(height, pending.delay);
    if (from === null) return 'its announcement, or a payment since, is not mined yet';
    return tip < from ? `its move can be finished from height ${from} on, and the chain is at ${tip}` : undefined;
  }
  if (stays !== undefined || step === 'announce') return stays;
  if (pending === undefined) return 'no move to another address is pending';
  return pending.isUndone ? 'its move is undone already: finish it' : undefined;
};

const remarksOf = (step: MoveStep, skipped: number, left: number): string[] => [
  ...(skipped > 0 ? [`${skipped} of the streams and locks allow no ${step} now, and are left out`] : []),
  ...(left > 0 ? [`${left} more have no room in one transaction: build again once this one is sent`] : []),
  ...(step === 'announce'
    ? [
        'Until the move is finished the streams and locks pay the old address, and its wallet can undo it. Keep that wallet until then',
      ]
    : []),
  ...(step === 'undo'
    ? ['Then build a finish of the same streams and locks, which ends the move: nobody has to wait for it']
    : []),
];

/** Splits what moves by what builds it. */
const split = (taken: readonly Mover[]) => ({
  streams: taken.flatMap(({ item }) => ('stream' in item ? [item.stream] : [])),
  locks: taken.flatMap(({ item }) => ('lock' in item ? [item.lock] : [])),
});

/**
 * Builds the finish of all: the streams in one transaction that the payer signs, each lock by itself, complete unless nodes ask
 * for more than its announcement has put aside.
 */
const buildFinishes = async (
  taken: readonly Mover[],
  payer: () => Promise<WalletCoins>,
  options: BuildOptions,
): Promise<readonly BuiltTransaction[]> => {
  const { streams, locks } = split(taken);
  const built: BuiltTransaction[] = streams.length === 0 ? [] : [buildFinishMove(streams, await payer(), options)];
  for (const lock of locks)
    built.push(buildFinishLockMove(lock, options) ?? buildPaidFinishLockMove(lock, await payer(), options));
  return built;
};

/**
 * Prepares a step of a move to another address, for as many streams and locks as fit into one transaction.
 *
 * @param of the recipient whose streams and locks alone are moved; by default that of the first one
 * @returns the recipient whose coin consents to an announcement or an undo, and what builds the transactions, which throws
 *   CovenantError and RangeError; it asks for the wallet only where somebody signs
 * @throws RecoverError NOT_POSSIBLE if one of those named, or with `all` every one, does not allow it
 */
export const prepareAddressMoves = (
  found: readonly (LivePlanStream | LiveLock)[],
  step: MoveStep,
  { all }: Pick<Selection, 'all'>,
  tip: ChainTip,
  of?: Party,
) => {
  const movers = found.flatMap((live) => ('lock' in live ? [moverOfLock(live)] : moverOfStream(live)));
  const possible = movers.filter((mover) => {
    if (of !== undefined && !binsAreEqual(mover.recipient, of)) {
      if (!all) throw notPossible(`${mover.name} has another recipient`);
      return false;
    }
    const refusal = refusalOf(mover, step, tip);
    if (refusal !== undefined && !all) throw notPossible(`${mover.name} allows no ${step} now: ${refusal}`);
    return refusal === undefined;
  });
  const [first] = possible;
  if (first === undefined) throw notPossible(`None of the streams and locks allows a ${step} now`);
  // Of several recipients the first one's: each signs for their own.
  const own =
    step === 'finish' ? possible : possible.filter(({ recipient }) => binsAreEqual(recipient, first.recipient));
  const taken = own.slice(0, MAX_MOVES);
  const { recipient, address } = first;
  return {
    recipient,
    address,
    scriptsFor: (to: Party | undefined) => taken.flatMap((mover) => mover.scriptsAfter(step, to)),
    remarks: remarksOf(step, found.length - own.length, own.length - taken.length),
    build: async (
      wallet: () => Promise<WalletCoins>,
      to: Party | undefined,
      options: BuildOptions,
    ): Promise<readonly BuiltTransaction[]> =>
      step === 'finish'
        ? buildFinishes(taken, wallet, options)
        : [buildAnnounceMoves(split(taken), to ?? recipient, await wallet(), options)],
    /** Proposes an announcement, or an undo without an address, to the signers of the vault that receives them. */
    propose: (
      vault: TreasuryContract,
      holdings: VaultHoldings,
      to: Party | undefined,
      options: BuildOptions,
    ): VaultProposal => proposeAnnouncement(vault, holdings, split(taken), to ?? recipient, options),
  };
};
