import { binsAreEqual } from '@bitauth/libauth';
import { MAX_MOVES } from '@weir/kinds';
import { lockingBytecodeOf } from '../../chain/address.js';
import type { Network } from '../../chain/network.js';
import { isParty, type Party, partyHash } from '../../chain/party.js';
import { isUniversalScript } from '../../contract/universal-scripts.js';
import { encodeMoveNotice } from '../../plan/move-notice.js';
import { MOVE_NOTE_SATOSHIS, planAnnouncement, type StreamMove } from '../../plan/transactions/move-plan.js';
import { consentCoin } from '../../plan/transactions/sender-move.js';
import {
  assemble,
  type ContractPart,
  type PlannedInput,
  type PlannedOutput,
  type WalletCoins,
} from '../../transaction/assemble.js';
import type { BuildOptions, KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { buildKeyless } from '../../transaction/keyless.js';
import { lighten } from '../../transaction/lighten.js';
import { type LockCoin, lockUtxo } from '../lock-coin.js';
import { type LockContract, movedLock, pendingLock } from '../lock-contract.js';
import { LOCK_MOVE_FEE } from '../lock-limits.js';
import { canLockMove } from '../lock-terms.js';

/** One lock that moves to another address: its coin, and the contract at whose address it lies. */
export interface LockMove {
  readonly contract: LockContract;
  readonly coin: LockCoin;
}

const isOwn = ({ contract: { terms } }: LockMove, party: Party): boolean =>
  binsAreEqual(partyHash(party), partyHash(terms.recipient));

/** Whether a move that is pending was undone: it names the recipient's own address, so that a finish waits for nothing. */
export const isLockUndone = (move: LockMove): boolean => {
  const { movesTo } = move.contract.terms;
  return movesTo !== undefined && isOwn(move, movesTo);
};

/** Returns how many blocks the coin of a lock must be old before its move is finished. */
export const lockFinishDelay = (move: LockMove): number => (isLockUndone(move) ? 0 : (move.contract.terms.delay ?? 0));

/** Returns the satoshis that an announcement puts into a lock: the fee of its move, once. */
export const announcedFee = ({ contract: { terms } }: LockMove): bigint =>
  terms.movesTo === undefined ? LOCK_MOVE_FEE[terms.asset] : 0n;

const outputAt = ({ coin }: LockMove, { lockingBytecode }: LockContract, satoshis: bigint): PlannedOutput => ({
  to: lockingBytecode,
  amount: coin.satoshis + satoshis,
  ...(coin.token !== undefined && { token: coin.token }),
});

/** Returns the output at which a lock goes on while its move is pending. */
const pendingOutput = (move: LockMove, to: Party): PlannedOutput =>
  outputAt(move, pendingLock(move.contract, to), announcedFee(move));

/** @throws RangeError for no or too many streams and locks, or for an address that nobody is paid at */
const assertMoves = ({ streams = [], locks }: MovesTogether, to: Party): void => {
  const count = streams.length + locks.length;
  if (count < 1 || count > MAX_MOVES)
    throw new RangeError(`One transaction moves 1 to ${MAX_MOVES} streams and locks, not ${count}`);
  if (!isParty(to)) throw new RangeError('Locks move to addresses of standard kinds only');
  const isOfLock = locks.some(({ contract }) => binsAreEqual(contract.lockingBytecode, to));
  if (isOfLock || isUniversalScript(to))
    throw new RangeError('Nobody could spend what is paid there: the address is of a contract');
};

/** What a recipient moves by one signature. */
export interface MovesTogether {
  /** States that are mined. */
  readonly streams?: readonly StreamMove[] | undefined;
  readonly locks: readonly LockMove[];
}

/** What an announcement moves, in words. */
const inWords = ({ streams = [], locks }: MovesTogether): string => {
  const counted = [
    ...(streams.length === 0 ? [] : [streams.length === 1 ? 'a stream' : `${streams.length} streams`]),
    ...(locks.length === 0 ? [] : [locks.length === 1 ? 'a lock' : `${locks.length} locks`]),
  ];
  return counted.join(' and ');
};

/** The recipient's announcement of another address, before a coin of theirs leads and pays. */
export interface MovesAnnouncement {
  readonly network: Network;
  readonly isUndo: boolean;
  readonly inputs: readonly PlannedInput[];
  /** The streams and then the locks again, at the indexes of their inputs behind the coin at input 0. */
  readonly states: readonly PlannedOutput[];
  readonly notice: PlannedOutput;
  /** The note to the new address; none where the old one is announced. */
  readonly notes: readonly PlannedOutput[];
}

/**
 * Plans an announcement of 1 to 50 streams and locks of one recipient.
 *
 * @throws RangeError for none or too many, one of another recipient, one that cannot move, or an address that must not be paid
 */
export const movesAnnouncement = (moves: MovesTogether, to: Party, recipient: Party): MovesAnnouncement => {
  assertMoves(moves, to);
  const { streams = [], locks } = moves;
  if (!locks.every((move) => isOwn(move, recipient)))
    throw new RangeError('This needs a coin of the recipient of all locks');
  if (!locks.every(({ contract }) => canLockMove(contract.terms)))
    throw new RangeError('A lock whose terms forbid it cannot move');
  const announced = streams.length === 0 ? undefined : planAnnouncement(streams, to, recipient);
  const network = (locks[0] ?? streams[0])?.contract.network;
  if (network === undefined) throw new Error('Nothing moves');
  const isUndo = binsAreEqual(partyHash(to), partyHash(recipient));
  const locksIn = locks.map(({ contract, coin }): PlannedInput => ({
    utxo: lockUtxo(coin),
    unlocker: contract.unlock('announce'),
  }));
  return {
    network,
    isUndo,
    inputs: [...(announced?.inputs ?? []), ...locksIn],
    states: [...(announced?.streams ?? []), ...locks.map((move) => pendingOutput(move, to))],
    notice: { to: encodeMoveNotice(to), amount: 0n },
    notes: isUndo ? [] : [{ to, amount: MOVE_NOTE_SATOSHIS }],
  };
};

/**
 * Builds the recipient's announcement of another address for 1 to 50 streams and locks of theirs, by one signature. Their coin at input 0
 * is all the consent that the scripts ask for; it pays the fee, that of each move, and a note to the new address. What is locked, and when
 * it unlocks, stays. An announcement of the recipient's own address undoes a pending one.
 *
 * @param moves streams and locks of this recipient
 * @throws RangeError for none or too many, one of another recipient, one that cannot move, or an address that must not be paid
 * @throws InsufficientFundsError
 * @throws CovenantError TRANSACTION_TOO_LARGE
 */
export const buildAnnounceMoves = (
  moves: MovesTogether,
  to: Party,
  recipient: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  const own = lockingBytecodeOf(recipient.hash);
  const { network, isUndo, inputs, states, notice, notes } = movesAnnouncement(moves, to, own);
  const what = inWords(moves);
  return lighten(
    assemble({
      network,
      contractInputs: inputs,
      // The locktime says which output is the notice: 0.
      outputs: [notice, ...states, ...notes],
      leadingCoin: consentCoin(recipient),
      wallet: recipient,
      change: 'last',
      feeRate,
      userPrompt: isUndo ? `Keep ${what} at this address` : `Move ${what} to another address after the delay`,
    }),
  );
};

/** @throws RangeError where no move is pending */
const finishPart = (move: LockMove): ContractPart => {
  const { contract, coin } = move;
  const { movesTo } = contract.terms;
  if (movesTo === undefined) throw new RangeError('Only a move that was announced can be finished');
  return {
    network: contract.network,
    contractInputs: [{ utxo: lockUtxo(coin), unlocker: contract.unlock('finish'), sequence: lockFinishDelay(move) }],
    outputs: [outputAt(move, movedLock(contract, movesTo), -LOCK_MOVE_FEE[contract.terms.asset])],
  };
};

/**
 * Builds the move of a lock to the address that was announced: complete, signed by nobody, for anybody to send. Nodes take it once the
 * coin is as old as the delay, at once where it was undone. Undefined where they ask for more than the announcement has put aside: then
 * {@link buildPaidFinishLockMove}.
 *
 * @throws RangeError where no move is pending
 */
export const buildFinishLockMove = (move: LockMove, options: BuildOptions = {}): KeylessTransaction | undefined =>
  buildKeyless(finishPart(move), options);

/**
 * Builds the same with a payer's coins for what nodes ask beyond that.
 *
 * @throws RangeError where no move is pending
 * @throws InsufficientFundsError
 */
export const buildPaidFinishLockMove = (
  move: LockMove,
  payer: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction =>
  assemble({ ...finishPart(move), wallet: payer, change: 'last', feeRate, userPrompt: 'Finish the move of a lock' });
