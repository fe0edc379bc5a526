import { amountOfFirst } from '@weir/payments';
import type { RecurringCoin } from '../../recurring/recurring-coin.js';
import type { RecurringContract } from '../../recurring/recurring-contract.js';
import { recurringPayout } from '../../recurring/recurring-payout.js';
import { readRecurringTransition } from '../../recurring/recurring-transition.js';
import {
  buildPaidRecurringRefund,
  buildPaidRecurringSettle,
  buildRecurringRefund,
  buildRecurringSettle,
  buildSettledRecurringCancel,
} from '../../recurring/transactions/end-notice.js';
import {
  buildKeylessRecurringPush,
  buildPaidRecurringPush,
  buildRecurringClaim,
} from '../../recurring/transactions/pay-recurring.js';
import { buildRecurringResume, resumedRecurring } from '../../recurring/transactions/resume-recurring.js';
import {
  buildRecurringCancel,
  buildRecurringPause,
  splitRecurring,
  type RecurringSplit,
} from '../../recurring/transactions/stop-recurring.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import type { UnsignedTransaction } from '../../transaction/built-transaction.js';
import type { ContractState } from '../contract-state.js';
import { NO_CLOCK, required } from '../required.js';
import type { CancelSplit, NoticeEnd, StreamPosition } from '../stream-contract.types.js';
import { walletOf } from '../wallet-of.js';
import { recurringStateOf, toStreamPayout } from './recurring-schedule.js';
import { toRecurringStep } from './recurring-step.js';

type Outputs = Pick<UnsignedTransaction, 'outputs'>;

/** Returns what the first output of a transaction pays, units of the asset. */
const firstPaid = ({ asset }: RecurringContract, { outputs }: Outputs): bigint =>
  (asset.type === 'BCH' ? outputs[0]?.amount : outputs[0]?.token?.amount) ?? 0n;

/**
 * Returns what a cancel leaves for its refund, units of the asset: clock and state, or the tokens in the companion
 * behind them.
 */
const leftByCancel = ({ asset }: RecurringContract, { outputs }: Outputs): bigint => {
  const [clock, state, companion] = outputs;
  return asset.type === 'BCH' ? (clock?.amount ?? 0n) + (state?.amount ?? 0n) : (companion?.token?.amount ?? 0n);
};

/** Returns the cancel of a settled pause: nothing is due, and the rest returns at once. */
const settledCancel = (
  contract: RecurringContract,
  coin: RecurringCoin,
  options: BuildOptions,
): CancelSplit | undefined =>
  contract.parameters.cancelable
    ? {
        vested: amountOfFirst(contract.parameters.plan, coin.state.paid),
        paid: 0n,
        periods: 0n,
        isImmediate: true,
        build(coins) {
          const transaction = buildSettledRecurringCancel(contract, coin, coins, options);
          return { transaction, amount: firstPaid(contract, transaction) };
        },
      }
    : undefined;

/** Creates the position of a recurring contract at one of its states. */
export const recurringPosition = (
  contract: RecurringContract,
  state: ContractState,
  options: BuildOptions = {},
): StreamPosition => {
  const { plan, sender, recipient } = contract.parameters;
  const { outpoint, satoshis, category, companion, clock } = state;
  const decoded = recurringStateOf(state);
  const coin: RecurringCoin = { outpoint, satoshis, category, state: decoded, companion };

  const runningCancel = (split: RecurringSplit): CancelSplit => ({
    vested: amountOfFirst(plan, split.state.paid),
    paid: split.paid,
    periods: split.periods,
    isImmediate: false,
    build(coins) {
      const transaction = buildRecurringCancel(contract, coin, split, walletOf(sender, coins), clock, options);
      return { transaction, amount: leftByCancel(contract, transaction) };
    },
  });
  const settling: NoticeEnd = {
    kind: 'settle',
    build() {
      const transaction = buildRecurringSettle(contract, coin, required(clock, NO_CLOCK), options);
      return transaction && { transaction, amount: 0n };
    },
    buildPaid(coins) {
      const payer = walletOf(sender, coins);
      const transaction = buildPaidRecurringSettle(contract, coin, required(clock, NO_CLOCK), payer, options);
      return { transaction, amount: 0n };
    },
  };
  const refund: NoticeEnd = {
    kind: 'refund',
    build() {
      const transaction = buildRecurringRefund(contract, coin, required(clock, NO_CLOCK), options);
      return transaction && { transaction, amount: firstPaid(contract, transaction) };
    },
    buildPaid(coins) {
      const payer = walletOf(sender, coins);
      const transaction = buildPaidRecurringRefund(contract, coin, required(clock, NO_CLOCK), payer, options);
      return { transaction, amount: firstPaid(contract, transaction) };
    },
  };
  const ends = { ACTIVE: undefined, PAUSING: settling, PAUSED: undefined, CANCELLED: refund };

  return {
    state,
    status: decoded.status,
    payoutAt(time) {
      const payout = recurringPayout(plan, decoded, time);
      if (payout === undefined) return undefined;
      const payment = { contract, coin, clock, payout };
      return {
        ...toStreamPayout(plan, payout),
        isKeyless: false,
        buildClaim: (coins) => buildRecurringClaim(payment, walletOf(recipient, coins), options),
        buildKeylessClaim: () => undefined,
        buildPush: () => buildKeylessRecurringPush(payment, options),
        buildPaidPush: (payer) => buildPaidRecurringPush(payment, payer, options),
      };
    },
    cancelAt(time) {
      if (decoded.status === 'PAUSED') return settledCancel(contract, coin, options);
      const split = splitRecurring(contract, decoded, time, 'CANCELLED');
      return split && runningCancel(split);
    },
    pauseAt(time) {
      const split = splitRecurring(contract, decoded, time, 'PAUSING');
      return (
        split && {
          due: split.paid,
          periods: split.periods,
          build: (coins) => buildRecurringPause(contract, coin, split, walletOf(sender, coins), options),
        }
      );
    },
    resumeAt(time, now) {
      const next = resumedRecurring(contract, decoded, time, now);
      return (
        next && {
          nextDue: next.nextDue,
          build: (coins) => buildRecurringResume(contract, coin, next, walletOf(sender, coins), options),
        }
      );
    },
    noticeEnd: () => ends[decoded.status],
    readStep(txid, transaction) {
      const read = readRecurringTransition(contract, coin, txid, transaction);
      return read && toRecurringStep(contract, state, read);
    },
  };
};
