import {
  buildKeylessRecurringPush,
  buildRecurringCancel,
  buildRecurringClaim,
  buildRecurringFunding,
  buildRecurringPause,
  buildRecurringRefund,
  buildRecurringResume,
  buildRecurringSettle,
  buildSettledRecurringCancel,
  encodeRecurringState,
  findRecurringDeployment,
  initialRecurringState,
  readRecurringTransition,
  recurringFundingAmount,
  recurringPayout,
  resumedRecurring,
  splitRecurring,
  type ClockCoin,
  type RecurringCoin,
  type RecurringContract,
  type RecurringPayment,
  type RecurringTransition,
  type UnsignedTransaction,
} from '@weir/covenants';
import type { StreamState } from '@weir/infra';
import { amountOfFirst, fundedTotal } from '@weir/payments';
import { clockAt } from './clock-output.js';
import { fromRecurringCoin, toRecurringCoin } from './recurring-coin.js';
import type { RecurringCovenant } from './recurring-covenant.js';
import type { StreamPayment } from './stream-covenant.js';

/** Index of the clock among the outputs of a pause or cancel: the state follows it. */
const CLOCK_OUTPUT = 0;
/** Bytes of a funding with as few wallet coins as there can be: one, and for tokens one more with its change. */
const FUNDING_SIZE = { BCH: 486n, FUNGIBLE_TOKEN: 818n } as const;

/** What the principal's asset a deployment holds for its sender or recipient. */
const held = (contract: RecurringContract, coin: RecurringCoin | undefined, clock?: ClockCoin): bigint =>
  contract.asset.type === 'BCH' ? (coin?.satoshis ?? 0n) + (clock?.satoshis ?? 0n) : (coin?.companion?.amount ?? 0n);

/** What a transition leaves for the sender beyond what there was: of a cancel all of it. */
const refundableOf = (contract: RecurringContract, { kind, spent, next, clock }: RecurringTransition): bigint => {
  const left = held(contract, next, clock);
  return kind === 'cancel' ? left : left - held(contract, spent);
};

/** What the first output of a transaction pays, in units of the asset. */
const firstPaid = ({ asset }: RecurringContract, { outputs }: Pick<UnsignedTransaction, 'outputs'>): bigint =>
  (asset.type === 'BCH' ? outputs[0]?.amount : outputs[0]?.token?.amount) ?? 0n;

/** A recurring stream or payment, in BCH or a token. */
export const recurringCovenant = (contract: RecurringContract): RecurringCovenant => {
  const { parameters, asset } = contract;
  const { plan } = parameters;
  const satoshis = recurringFundingAmount(plan, asset);
  const principal = asset.type === 'BCH' ? fundedTotal(plan) : 0n;

  const toPayment = ({ state, payout, clock }: StreamPayment): RecurringPayment => {
    const coin = toRecurringCoin(state);
    const again = recurringPayout(plan, coin.state, payout.locktime);
    if (again === undefined) throw new RangeError('Nothing is due at this time');
    return { contract, coin, clock, payout: again };
  };
  const splitAt = (state: StreamState, time: bigint, to: 'PAUSING' | 'CANCELLED') =>
    splitRecurring(contract, toRecurringCoin(state).state, time, to);

  return {
    network: contract.network,
    address: contract.address,
    lockingBytecode: contract.lockingBytecode,
    sender: parameters.sender,
    recipient: parameters.recipient,
    initialCommitment: encodeRecurringState(initialRecurringState(parameters)),
    funding: {
      satoshis,
      reserve: satoshis - principal - contract.rules.floor,
      tokens: asset.type === 'BCH' ? null : fundedTotal(plan),
      size: FUNDING_SIZE[asset.type],
    },

    findDeployment({ txid, transaction }) {
      const found = findRecurringDeployment(contract, txid, transaction);
      return found.ok ? { ok: true, state: fromRecurringCoin(found.coin) } : found;
    },
    readTransition(from, { txid, transaction }) {
      const read = readRecurringTransition(contract, toRecurringCoin(from), txid, transaction);
      if (read === undefined) return undefined;
      const { kind, spent, next, periods, paidToRecipient, paidToSender, locktime } = read;
      const progress = next?.state ?? { paid: spent.state.paid + periods, nextDue: spent.state.nextDue };
      return {
        ...{ kind, txid, paidToRecipient, paidToSender, locktime },
        spent: spent.outpoint,
        released: amountOfFirst(plan, spent.state.paid),
        next: next === undefined ? null : fromRecurringCoin(next),
        refundable: refundableOf(contract, read),
        recurring: {
          progress: { paid: Number(progress.paid), nextDue: Number(progress.nextDue) },
          periods: periods === 0n ? null : Number(periods),
        },
      };
    },
    clockOf: (notice) => clockAt(notice, CLOCK_OUTPUT),
    split(state, time) {
      const { status, paid } = toRecurringCoin(state).state;
      if (status === 'PAUSED')
        return parameters.cancelable
          ? { vested: amountOfFirst(plan, paid), paid: 0n, periods: 0, isImmediate: true }
          : undefined;
      const split = splitAt(state, time, 'CANCELLED');
      return (
        split && {
          vested: amountOfFirst(plan, split.state.paid),
          paid: split.paid,
          periods: Number(split.periods),
          isImmediate: false,
        }
      );
    },

    buildFunding: (sender, tip) => buildRecurringFunding(contract, sender, tip),
    buildClaim: (payment, recipient) => buildRecurringClaim(toPayment(payment), recipient),
    buildPush: (payment) => buildKeylessRecurringPush(toPayment(payment)),
    buildCancel({ state, clock, time }, sender) {
      const coin = toRecurringCoin(state);
      if (coin.state.status === 'PAUSED') {
        const transaction = buildSettledRecurringCancel(contract, coin);
        return { transaction, amount: firstPaid(contract, transaction) };
      }
      const split = splitAt(state, time, 'CANCELLED');
      if (split === undefined) throw new RangeError('It cannot be cancelled at this time');
      const transaction = buildRecurringCancel(contract, coin, split, sender, clock);
      const [started, left, beside] = transaction.outputs;
      const amount =
        asset.type === 'BCH' ? (started?.amount ?? 0n) + (left?.amount ?? 0n) : (beside?.token?.amount ?? 0n);
      return { transaction, amount };
    },
    buildRefund(state, clock) {
      const transaction = buildRecurringRefund(contract, toRecurringCoin(state), clock);
      return { transaction, amount: firstPaid(contract, transaction) };
    },

    pauseAt(state, time) {
      const split = splitAt(state, time, 'PAUSING');
      return split && { due: split.paid, periods: Number(split.periods) };
    },
    buildPause(state, time, sender) {
      const split = splitAt(state, time, 'PAUSING');
      if (split === undefined) throw new RangeError('It cannot be paused at this time');
      return buildRecurringPause(contract, toRecurringCoin(state), split, sender);
    },
    buildSettlement: (state, clock) => buildRecurringSettle(contract, toRecurringCoin(state), clock),
    resume({ state, time, now }, sender) {
      const coin = toRecurringCoin(state);
      const next = resumedRecurring(contract, coin.state, time, now);
      return next && { transaction: buildRecurringResume(contract, coin, next, sender), nextDue: next.nextDue };
    },
  };
};
