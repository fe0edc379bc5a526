import { binsAreEqual } from '@bitauth/libauth';
import { MAX_MOVES } from '@weir/kinds';
import { lockingBytecodeOf } from '../../chain/address.js';
import { isParty, type Party, partyHash } from '../../chain/party.js';
import { isUniversalScript } from '../../contract/universal-scripts.js';
import { encodeMoveNotice } from '../../plan/move-notice.js';
import { MAX_STREAM_RESERVE } from '../../plan/plan-limits.js';
import { MOVE_NOTE_SATOSHIS } from '../../plan/transactions/move-plan.js';
import { consentCoin } from '../../plan/transactions/sender-move.js';
import { assemble, type PlannedOutput, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { buildKeyless } from '../../transaction/keyless.js';
import { lighten } from '../../transaction/lighten.js';
import {
  type CalendarCoin,
  calendarInputs,
  calendarOutputs,
  isCalendarMoving,
  isCalendarNoticed,
} from '../calendar-coin.js';
import type { CalendarContract } from '../calendar-contract.js';
import { calendarStepFee, isBchCalendar } from '../calendar-terms.js';

/** One stream by the calendar that moves to another address. */
export interface CalendarMove {
  readonly contract: CalendarContract;
  readonly coin: CalendarCoin;
}

/** Whether a recipient may announce another address for a stream: its terms allow it, no notice runs, and its reserve has room. */
export const mayMoveCalendar = ({ contract: { terms }, coin }: CalendarMove): boolean => {
  const hasRoom = !isBchCalendar(terms.product) || coin.reserve + calendarStepFee(terms) <= MAX_STREAM_RESERVE;
  return terms.delay > 0 && !isCalendarNoticed(coin) && hasRoom;
};

/** @param more satoshis of reserve */
const movedOutputs = (
  { contract, coin }: CalendarMove,
  parties: Pick<CalendarCoin['state'], 'recipient' | 'movesTo'>,
  more: bigint,
): PlannedOutput[] =>
  calendarOutputs(contract, { ...coin, reserve: coin.reserve + more, state: { ...coin.state, ...parties } });

/** @throws RangeError for an address that nobody is paid at, or that is of one of the plans */
const assertAddress = (to: Party, moves: readonly CalendarMove[]): void => {
  if (!isParty(to)) throw new RangeError('Streams move to addresses of standard kinds only');
  const isOwn = moves.some(({ contract }) => binsAreEqual(contract.lockingBytecode, to));
  if (isOwn || isUniversalScript(to))
    throw new RangeError(
      'Nobody could spend what is paid there: the address is of a contract that all plans share, or of the plan',
    );
};

/**
 * Builds the recipient's announcement of another address for 1 to 50 streams, as `buildAnnounceMove` does for streams in seconds: their coin
 * at input 0 is all the consent that the covenants ask for. It pays what the move will take from each reserve, and a note to the new
 * address. An announcement of the recipient's own address undoes it.
 *
 * @param moves streams of this recipient, whose states are mined
 * @throws RangeError for no or too many streams, one of another recipient, one that may not move, or an address that must not be paid
 * @throws InsufficientFundsError
 * @throws CovenantError TRANSACTION_TOO_LARGE
 */
export const buildCalendarAnnounce = (
  moves: readonly CalendarMove[],
  to: Party,
  recipient: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  const [first] = moves;
  if (first === undefined || moves.length > MAX_MOVES)
    throw new RangeError(`One transaction moves 1 to ${MAX_MOVES} streams`);
  const own = partyHash(lockingBytecodeOf(recipient.hash));
  if (!moves.every(({ coin }) => binsAreEqual(coin.state.recipient, own)))
    throw new RangeError('This needs a coin of the recipient of all streams');
  if (!moves.every(mayMoveCalendar))
    throw new RangeError('A stream whose terms, notice or full reserve forbid it cannot move');
  assertAddress(to, moves);
  const movesTo = partyHash(to);
  const isUndo = binsAreEqual(movesTo, own);
  const streams = moves.flatMap((move) =>
    movedOutputs(move, { recipient: own, movesTo }, calendarStepFee(move.contract.terms)),
  );
  const notes = isUndo ? [] : [{ to, amount: MOVE_NOTE_SATOSHIS }];
  return lighten(
    assemble({
      network: first.contract.network,
      // Once a block: a state that is not mined cannot be announced.
      contractInputs: moves.flatMap(({ contract, coin }) =>
        calendarInputs(contract, coin, { call: 'announce', blocks: 1 }),
      ),
      // The locktime says which output is the notice: 0.
      outputs: [{ to: encodeMoveNotice(to), amount: 0n }, ...streams, ...notes],
      leadingCoin: consentCoin(recipient),
      wallet: recipient,
      change: 'last',
      feeRate,
      userPrompt: isUndo ? 'Keep the streams at this address' : 'Move the streams to another address after the delay',
    }),
  );
};

/** Returns how many blocks the state of a stream must be old before its move is finished: none once it is undone. */
export const calendarFinishDelay = ({ contract, coin }: CalendarMove): number => {
  const { movesTo, recipient } = coin.state;
  return movesTo !== undefined && binsAreEqual(movesTo, recipient) ? 0 : contract.terms.delay;
};

/**
 * Builds the move of a stream to the address that was announced: complete, signed by nobody, for anybody to send once the state is as old as
 * the delay. Its reserve pays what the announcement has put into it. Undefined where nodes ask for more.
 *
 * @throws RangeError where no move is pending
 */
export const buildCalendarFinish = (move: CalendarMove, options: BuildOptions = {}): KeylessTransaction | undefined => {
  const { contract, coin } = move;
  if (!isCalendarMoving(coin)) throw new RangeError('Only a move that was announced can be finished');
  const { recipient, movesTo = recipient } = coin.state;
  return buildKeyless(
    {
      network: contract.network,
      contractInputs: calendarInputs(contract, coin, { call: 'finish', blocks: calendarFinishDelay(move) }),
      outputs: movedOutputs(move, { recipient: movesTo, movesTo: undefined }, -calendarStepFee(contract.terms)),
    },
    options,
  );
};
