import { binsAreEqual } from '@bitauth/libauth';
import { MAX_MOVES } from '@weir/kinds';
import { lockingBytecodeOf } from '../../chain/address.js';
import type { Network } from '../../chain/network.js';
import { isParty, type Party, partyHash } from '../../chain/party.js';
import { isUniversalScript } from '../../contract/universal-scripts.js';
import { assemble, type PlannedInput, type PlannedOutput, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { buildKeyless } from '../../transaction/keyless.js';
import { lighten } from '../../transaction/lighten.js';
import { PLAN_NOTE_SATOSHIS } from '../funding/funding-outputs.js';
import { encodeMoveNotice } from '../move-notice.js';
import { hasNotice, isMoving, type PlanCoin, streamOutputs } from '../plan-coin.js';
import type { PlanContract } from '../plan-contract.js';
import { isBchPlan, MAX_STREAM_RESERVE, stepFeeOf } from '../plan-limits.js';
import type { PlanState } from '../plan-state.js';
import { isTransferable, type PlanTerms } from '../plan-terms.js';
import { consentCoin, streamInputs } from './sender-move.js';

/** Satoshis that an announcement pays to the new address, which shows it there: the fee of a first payment with a coin of its own. */
export const MOVE_NOTE_SATOSHIS = PLAN_NOTE_SATOSHIS;

/** The recipient of a state, and the address that a pending move names. Hashes. */
export type MovedParties = Pick<PlanState, 'recipient' | 'movesTo'>;

/** One stream of a plan that moves to another address. */
export interface PlanMove {
  readonly contract: PlanContract;
  readonly coin: PlanCoin;
  /** Only of a stream that is not a plan's. */
  readonly form?: undefined;
}

/** How the coin of a stream goes on when it moves. */
export interface MoveForm {
  /** Satoshis that a move puts into the reserve and takes from it. */
  readonly stepFee: bigint;
  /** Whether the reserve has room for them. */
  readonly hasRoom: boolean;
  /** Plans its inputs. @param blocks that the state must be old */
  readonly inputs: (call: 'announce' | 'finish', blocks: number) => PlannedInput[];
  /** Plans its outputs. @param more satoshis of reserve */
  readonly outputs: (parties: MovedParties, more: bigint) => PlannedOutput[];
}

/** One stream of another kind that moves to another address by the same rules. */
export interface OtherMove {
  readonly contract: Pick<PlanContract, 'network' | 'lockingBytecode'> & { readonly terms: Pick<PlanTerms, 'delay'> };
  readonly coin: Pick<PlanCoin, 'units'> & { readonly state: MovedParties };
  readonly form: MoveForm;
}

/** One stream that moves to another address. */
export type StreamMove = PlanMove | OtherMove;

/** In BCH the commitment says the reserve in three bytes. */
const planForm = ({ contract, coin }: PlanMove): MoveForm => {
  const { terms } = contract;
  const stepFee = stepFeeOf(terms);
  return {
    stepFee,
    hasRoom: !isBchPlan(terms.product) || coin.reserve + stepFee <= MAX_STREAM_RESERVE,
    inputs: (call, blocks) => streamInputs(contract, coin, call, blocks),
    outputs: (parties, more) =>
      streamOutputs(contract, { ...coin, reserve: coin.reserve + more, state: { ...coin.state, ...parties } }),
  };
};

/** Returns how a stream goes on when it moves. */
export const moveFormOf = (move: StreamMove): MoveForm => (move.form === undefined ? planForm(move) : move.form);

/** Whether the reserve has room for the fee of a move. */
export const hasRoomForMove = (move: StreamMove): boolean => moveFormOf(move).hasRoom;

/** Whether a recipient may announce another address for a stream: its terms allow it, no notice runs, and its reserve has room. */
export const mayMove = (move: StreamMove): boolean =>
  isTransferable(move.contract.terms) && !hasNotice(move.coin) && hasRoomForMove(move);

/** Whether a move that is pending was undone: it names the recipient's own address, so that a finish waits for nothing. */
export const isUndone = ({ state }: { readonly state: MovedParties }): boolean =>
  state.movesTo !== undefined && binsAreEqual(state.movesTo, state.recipient);

/** Returns how many blocks the state of a stream must be old before its move is finished. */
export const finishDelay = ({ contract, coin }: Pick<OtherMove, 'contract' | 'coin'>): number =>
  isUndone(coin) ? 0 : contract.terms.delay;

const networkOf = (moves: readonly StreamMove[]): Network => {
  const [first] = moves;
  if (first === undefined || moves.length > MAX_MOVES)
    throw new RangeError(`One transaction moves 1 to ${MAX_MOVES} streams`);
  return first.contract.network;
};

const finishedOutputs = (move: StreamMove): PlannedOutput[] => {
  const { recipient, movesTo = recipient } = move.coin.state;
  const { stepFee, outputs } = moveFormOf(move);
  return outputs({ recipient: movesTo, movesTo: undefined }, -stepFee);
};

/** @throws RangeError unless all moves are pending */
const assertPending = (moves: readonly StreamMove[]): void => {
  if (!moves.every(({ coin }) => isMoving(coin)))
    throw new RangeError('Only a move that was announced can be finished');
};

const inputsOf = (
  moves: readonly StreamMove[],
  call: 'announce' | 'finish',
  blocks: (move: StreamMove) => number,
): PlannedInput[] => moves.flatMap((move) => moveFormOf(move).inputs(call, blocks(move)));

/** @throws RangeError for an address that nobody is paid at, or that is of one of the plans */
const assertAddress = (to: Party, moves: readonly StreamMove[]): void => {
  if (!isParty(to)) throw new RangeError('Streams move to addresses of standard kinds only');
  const isOwn = moves.some(({ contract }) => binsAreEqual(contract.lockingBytecode, to));
  if (isOwn || isUniversalScript(to))
    throw new RangeError(
      'Nobody could spend what is paid there: the address is of a contract that all plans share, or of the plan',
    );
};

/** The recipient's announcement of another address, before a coin of theirs leads and pays. */
export interface PlanAnnouncement {
  readonly isUndo: boolean;
  readonly inputs: readonly PlannedInput[];
  /** The streams again, at the indexes of their inputs behind the coin at input 0. */
  readonly streams: readonly PlannedOutput[];
  readonly notice: PlannedOutput;
  /** The note to the new address; none where the old one is announced. */
  readonly notes: readonly PlannedOutput[];
}

/**
 * Plans an announcement of 1 to 50 streams of one recipient.
 *
 * @throws RangeError for no or too many streams, one of another recipient, one that may not move, or an address that must not be
 *   paid
 */
export const planAnnouncement = (moves: readonly StreamMove[], to: Party, recipient: Party): PlanAnnouncement => {
  networkOf(moves);
  const own = partyHash(recipient);
  if (!moves.every(({ coin }) => binsAreEqual(coin.state.recipient, own)))
    throw new RangeError('This needs a coin of the recipient of all streams');
  if (!moves.every(mayMove)) throw new RangeError('A stream whose terms, notice or full reserve forbid it cannot move');
  assertAddress(to, moves);
  const movesTo = partyHash(to);
  const isUndo = binsAreEqual(movesTo, own);
  return {
    isUndo,
    // Once a block: a state that is not mined cannot be announced.
    inputs: inputsOf(moves, 'announce', () => 1),
    streams: moves.flatMap((move) => {
      const { stepFee, outputs } = moveFormOf(move);
      return outputs({ recipient: move.coin.state.recipient, movesTo }, stepFee);
    }),
    notice: { to: encodeMoveNotice(to), amount: 0n },
    notes: isUndo ? [] : [{ to, amount: MOVE_NOTE_SATOSHIS }],
  };
};

/**
 * Builds the recipient's announcement of another address for 1 to 50 streams, of any plans and assets, by one signature. Their coin at
 * input 0 is all the consent that the covenants ask for; it pays the fee, what the move itself will take from each reserve, and a note
 * to the new address, in whose history it then is. Nothing but the address changes before the move is finished, and until then the
 * recipient undoes it by announcing their own address. An announcement replaces the one before. If any of the streams moves
 * meanwhile, the whole transaction is void.
 *
 * @param moves streams of this recipient, whose states are mined
 * @throws RangeError for no or too many streams, one of another recipient, one that may not move, or an address that must not be
 *   paid
 * @throws InsufficientFundsError
 * @throws CovenantError TRANSACTION_TOO_LARGE
 */
export const buildAnnounceMove = (
  moves: readonly StreamMove[],
  to: Party,
  recipient: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  const { isUndo, inputs, streams, notice, notes } = planAnnouncement(moves, to, lockingBytecodeOf(recipient.hash));
  const what = moves.length === 1 ? 'the stream' : `${moves.length} streams`;
  return lighten(
    assemble({
      network: networkOf(moves),
      contractInputs: inputs,
      // The locktime says which output is the notice: 0.
      outputs: [notice, ...streams, ...notes],
      leadingCoin: consentCoin(recipient),
      wallet: recipient,
      change: 'last',
      feeRate,
      userPrompt: isUndo ? `Keep ${what} at this address` : `Move ${what} to another address after the delay`,
    }),
  );
};

/**
 * Builds the move of a stream to the address that was announced: complete, signed by nobody, for anybody to send once the state is as
 * old as the delay of its plan, or at once where it was undone. Its reserve pays what the announcement has put into it. Undefined where
 * nodes ask for more: then use {@link buildFinishMove}.
 *
 * @throws RangeError where no move is pending
 */
export const buildKeylessFinish = (move: StreamMove, options: BuildOptions = {}): KeylessTransaction | undefined => {
  assertPending([move]);
  return buildKeyless(
    {
      network: move.contract.network,
      contractInputs: inputsOf([move], 'finish', finishDelay),
      outputs: finishedOutputs(move),
    },
    options,
  );
};

/**
 * Builds the move of 1 to 50 streams to the addresses that were announced, for anybody to sign. Nodes take it once each state is as old
 * as the delay of its plan: at once for those that were undone, which stay at their address. What the announcements have put into the
 * reserves pays the fee, and the rest of it returns to the coin at input 0.
 *
 * @throws RangeError for no or too many streams, or one whose move is not pending
 * @throws InsufficientFundsError
 * @throws CovenantError TRANSACTION_TOO_LARGE
 */
export const buildFinishMove = (
  moves: readonly StreamMove[],
  payer: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  const network = networkOf(moves);
  assertPending(moves);
  const what = moves.length === 1 ? 'the move of a stream' : `the moves of ${moves.length} streams`;
  return lighten(
    assemble({
      network,
      contractInputs: inputsOf(moves, 'finish', finishDelay),
      outputs: moves.flatMap(finishedOutputs),
      leadingCoin: consentCoin(payer),
      wallet: payer,
      change: 'first',
      feeRate,
      userPrompt: `Finish ${what}`,
    }),
  );
};
