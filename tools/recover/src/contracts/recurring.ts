import {
  buildKeylessRecurringPush,
  buildPaidRecurringPush,
  buildRecurringCancel,
  buildRecurringClaim,
  buildRecurringRefund,
  buildRecurringSettle,
  buildRecurringSweep,
  buildSettledRecurringCancel,
  isRecurringStray,
  nextRecurringPayoutTime,
  recurringPayout,
  splitRecurring,
  type ClockCoin,
  type RecurringContract,
  type RecurringPayment,
} from '@weir/covenants';
import { onlyLane, toRecurringCoin, type StoredState } from '@weir/indexing/products';
import { NO_NOTICE, NOT_CANCELABLE, NOTHING_DUE, required, type Position, type TwoParty } from './two-party.js';

/** A recurring payment, or stream of that type, of either asset. */
export const recurring = (contract: RecurringContract): TwoParty => {
  const { parameters, network } = contract;
  const { plan, sender, recipient, noticeBlocks, cancelable } = parameters;
  const clockOf = (state: StoredState): ClockCoin | undefined => onlyLane(state).clock;
  const findPayout = ({ state, time }: Position) => recurringPayout(plan, toRecurringCoin(state).state, time);
  const findSplit = ({ state, time }: Position) =>
    splitRecurring(contract, toRecurringCoin(state).state, time, 'CANCELLED');
  const isSettled = (state: StoredState): boolean => toRecurringCoin(state).state.status === 'PAUSED';
  const toPayment = (position: Position): RecurringPayment => ({
    contract,
    coin: toRecurringCoin(position.state),
    clock: clockOf(position.state),
    payout: required(findPayout(position), NOTHING_DUE),
  });
  return {
    network,
    sender,
    recipient,
    scripts: [contract.lockingBytecode, contract.clock.lockingBytecode, contract.companion.lockingBytecode],
    noticeBlocks,
    due: (position) => findPayout(position)?.due ?? 0n,
    nextDue: (state) => nextRecurringPayoutTime(plan, toRecurringCoin(state).state),
    split(position) {
      if (isSettled(position.state)) return cancelable ? { paid: 0n, isImmediate: true } : undefined;
      const split = findSplit(position);
      return split && { paid: split.paid, isImmediate: false };
    },
    noticeEnd(state) {
      if (clockOf(state) === undefined) return undefined;
      return toRecurringCoin(state).state.status === 'PAUSING' ? 'settle' : 'refund';
    },
    buildClaim: (position, wallet) => buildRecurringClaim(toPayment(position), wallet),
    buildPush: (position) => buildKeylessRecurringPush(toPayment(position)),
    buildPaidPush: (position, payer) => buildPaidRecurringPush(toPayment(position), payer),
    buildCancel(position, wallet) {
      const { state } = position;
      const coin = toRecurringCoin(state);
      if (!isSettled(state))
        return buildRecurringCancel(
          contract,
          coin,
          required(findSplit(position), NOT_CANCELABLE),
          wallet,
          clockOf(state),
        );
      if (!cancelable) throw new RangeError(NOT_CANCELABLE);
      return buildSettledRecurringCancel(contract, coin);
    },
    buildNoticeEnd(state) {
      const [coin, clock] = [toRecurringCoin(state), required(clockOf(state), NO_NOTICE)];
      return coin.state.status === 'PAUSING'
        ? buildRecurringSettle(contract, coin, clock)
        : buildRecurringRefund(contract, coin, clock);
    },
    isStray: isRecurringStray,
    buildSweep: (strays, wallet) => buildRecurringSweep(contract, strays, wallet),
  };
};
