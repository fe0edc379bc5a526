import type { TransactionCommon } from '@bitauth/libauth';
import type { CalendarCoin } from '../../calendar/calendar-coin.js';
import type { CalendarContract } from '../../calendar/calendar-contract.js';
import { calendarPayout, calendarResume, type CalendarStop, calendarStop } from '../../calendar/calendar-payout.js';
import type { CalendarState } from '../../calendar/calendar-state.js';
import { readCalendarTransition } from '../../calendar/calendar-transition.js';
import {
  buildCalendarRefund,
  buildCalendarSettle,
  buildPaidCalendarRefund,
  buildPaidCalendarSettle,
} from '../../calendar/transactions/end-calendar-notice.js';
import { buildCalendarMove } from '../../calendar/transactions/move-by-sender.js';
import { calendarMove } from '../../calendar/transactions/move-calendar.js';
import {
  buildKeylessCalendarClaim,
  buildKeylessCalendarPayment,
  buildPaidCalendarPayment,
  calendarPaymentNeed,
} from '../../calendar/transactions/pay-calendar.js';
import { buildKeylessFinish, finishDelay, isUndone } from '../../plan/transactions/move-plan.js';
import type { BuildOptions } from '../../transaction/built-transaction.js';
import { keyWallet, leftByStop, noticeEndOf, type StreamPosition } from '../plan/plan-position.js';
import type { StreamStatus } from '../stream-model.types.js';
import type { ContractState } from '../stream-schedule.types.js';
import { partiesAt, type PeriodsLeft, toStreamStep } from '../stream-step.js';
import { calendarCoinOf, type CalendarOpening, calendarStateOf, toCalendarContractState } from './calendar-opening.js';
import { salaryPaydayTime, toCalendarStreamPayout } from './calendar-schedule.js';

const calendarStatus = ({ state, units }: Pick<CalendarCoin, 'state' | 'units'>): StreamStatus => {
  if (state.kind === 'SALARY') return state.status;
  return units === 0n ? 'CANCELLED' : 'ACTIVE';
};

/** Returns how far a salary is by a state. */
const periodsLeft = ({ group }: CalendarContract, state: CalendarState): PeriodsLeft | undefined =>
  state.kind === 'SALARY' && group.kind === 'SALARY'
    ? { unpaid: state.unpaid, nextDue: salaryPaydayTime(group.paydays, state.next) }
    : undefined;

/**
 * Creates the position of a stream by the calendar at one of its states, as `planPosition` does for streams in seconds.
 *
 * @param options of every transaction that the position builds
 */
export const calendarPosition = (
  contract: CalendarContract,
  opening: CalendarOpening,
  state: ContractState,
  options: BuildOptions = {},
): StreamPosition => {
  const coin = calendarCoinOf(contract, opening, state);
  const { total } = opening;
  const parties = partiesAt(opening.recipient, coin, state);
  const { recipient, movesTo } = parties;
  const { sender } = contract.terms;
  const released = total - coin.principal;
  const clock = state.clock && { ...state.clock, units: BigInt(coin.state.index) };
  const move = calendarMove(contract, coin);
  const status = calendarStatus(coin);
  /** Returns the number of periods that a step to the next state pays; undefined where the schedule has none. */
  const periodsTo = (next: CalendarState): bigint | undefined =>
    coin.state.kind === 'SALARY' && next.kind === 'SALARY' ? BigInt(coin.state.unpaid - next.unpaid) : undefined;
  const stopItem = (stop: CalendarStop) => [{ contract, coin, recipient, step: stop }];

  return {
    state,
    status,
    recipient,
    move: movesTo && { to: movesTo, isUndone: isUndone(coin), delay: finishDelay(move) },
    moving: move,
    movingLock: undefined,
    buildFinish: () => (movesTo === undefined ? undefined : buildKeylessFinish(move, options)),
    payoutAt(time) {
      const payout = calendarPayout(contract, coin, time);
      if (payout === undefined) return undefined;
      const payment = { contract, coin, clock, recipient, payout };
      return {
        ...toCalendarStreamPayout(total, coin, payout),
        get isKeyless() {
          return calendarPaymentNeed(payment, options) === 'NOTHING';
        },
        buildClaim: (funds) => buildPaidCalendarPayment(payment, keyWallet(recipient, funds), options),
        buildKeylessClaim: () => buildKeylessCalendarClaim(payment, options),
        buildPush: () => buildKeylessCalendarPayment(payment, options),
        buildPaidPush: (payer) => buildPaidCalendarPayment(payment, payer, options),
      };
    },
    cancelAt(time) {
      const stop = calendarStop(contract, coin, 'cancel', time);
      if (stop === undefined) return undefined;
      const due = calendarPayout(contract, coin, time)?.due ?? 0n;
      return {
        vested: released + (due > stop.paid ? due : stop.paid),
        paid: stop.paid,
        periods: periodsTo(stop.state),
        build(funds) {
          const transaction = buildCalendarMove(stopItem(stop), keyWallet(sender, funds), options);
          return { transaction, amount: leftByStop(coin, transaction) };
        },
      };
    },
    pauseAt(time) {
      const stop = calendarStop(contract, coin, 'pause', time);
      return (
        stop && {
          due: stop.paid,
          periods: periodsTo(stop.state) ?? 0n,
          build: (funds) => buildCalendarMove(stopItem(stop), keyWallet(sender, funds), options),
        }
      );
    },
    resumeAt(time) {
      const resume = calendarResume(contract, coin, time);
      return (
        resume && {
          nextDue: periodsLeft(contract, resume.state)?.nextDue ?? time,
          build: (funds) =>
            buildCalendarMove([{ contract, coin, recipient, step: resume }], keyWallet(sender, funds), options),
        }
      );
    },
    noticeEnd: () =>
      noticeEndOf(
        { status, coin, clock: state.clock, sender },
        {
          refund: {
            build: (by) => buildCalendarRefund(contract, coin, by, options),
            buildPaid: (by, wallet) => buildPaidCalendarRefund(contract, coin, by, wallet, options),
          },
          settle: {
            build: (by) => buildCalendarSettle(contract, coin, by, options),
            buildPaid: (by, wallet) => buildPaidCalendarSettle(contract, coin, by, wallet, options),
          },
        },
      ),
    readStep(txid: string, transaction: TransactionCommon) {
      const read = readCalendarTransition(contract, coin, txid, transaction);
      if (!read.ok) return undefined;
      return toStreamStep<CalendarCoin>(
        {
          network: contract.network,
          total,
          parties,
          statusOf: calendarStatus,
          periods: periodsLeft(contract, calendarStateOf(contract, opening.commitment).state)?.unpaid,
          periodsLeft: (at) => periodsLeft(contract, at.state),
          store: (next, by, addresses) => toCalendarContractState(contract, next, by, addresses),
        },
        state,
        read.transition,
        transaction,
      );
    },
  };
};
