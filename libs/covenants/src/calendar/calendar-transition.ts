import type { TransactionCommon } from '@bitauth/libauth';
import { readStreamTransition, type StreamTransition, type StreamTransitionResult } from '../plan/stream-transition.js';
import type { CalendarCall, CalendarCoin } from './calendar-coin.js';
import type { CalendarContract } from './calendar-contract.js';
import { calendarStepFee } from './calendar-terms.js';
import { readCalendarStream } from './find-calendar.js';

/** One step of a stream by the calendar, read from the transaction that spent its state. */
export type CalendarTransition = StreamTransition<CalendarCoin>;
/** The step that a transaction is, or why it is none. */
export type CalendarTransitionResult = StreamTransitionResult<CalendarCoin>;

/**
 * Reads the step by which a transaction spent a state of a stream by the calendar, as `readStreamTransition` does. Of a list the tranches
 * are handed on from the coin before it: a state has only their hash.
 *
 * @param spent the stream before the transaction
 * @param txid display-order hex
 */
export const readCalendarTransition = (
  contract: CalendarContract,
  spent: CalendarCoin,
  txid: string,
  transaction: TransactionCommon,
): CalendarTransitionResult =>
  readStreamTransition(
    {
      sender: contract.terms.sender,
      clock: contract.clock.lockingBytecode,
      stepFee: calendarStepFee(contract.terms),
      // A covenant by the calendar has no other functions.
      readCall: (unlockingBytecode) => contract.readCall(unlockingBytecode)?.name as CalendarCall | undefined,
      readCoin(outputs, outpoint): CalendarCoin | undefined {
        const holding = readCalendarStream(contract, outputs, outpoint.vout);
        const list = spent.tranches === undefined ? {} : { tranches: spent.tranches };
        return holding && { ...holding, ...list, outpoint };
      },
    },
    spent,
    txid,
    transaction,
  );
