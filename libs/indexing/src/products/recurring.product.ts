import {
  buildKeylessRecurringPush,
  buildRecurringRefund,
  buildRecurringSettle,
  createRecurringContract,
  decodeRecurringAnnouncement,
  decodeRecurringState,
  encodeRecurringState,
  findRecurringDeployment,
  isNoticed,
  readRecurringTransition,
  recurringPayout,
  type ClockCoin,
  type KeylessTransaction,
  type RecurringAnnouncement,
  type RecurringCoin,
  type RecurringContract,
  type RecurringState,
  type RecurringTransition,
} from '@weir/covenants';
import type { ContractStatus, StoredState } from '@weir/infra';
import { amountOfNext, fundedTotal } from '@weir/payments';
import { onlyLane, toStoredLane } from './lanes.js';
import type { Duty, NoticeFacts, Product, ProductContract, ProductTerms } from './product.types.js';

const stateOf = (commitment: string): RecurringState => {
  const state = decodeRecurringState(commitment);
  if (state === undefined) throw new Error(`A stored commitment is none of a recurring payment: ${commitment}`);
  return state;
};

const termsOf = ({ parameters, asset }: RecurringAnnouncement): ProductTerms => {
  const { sender, recipient, plan, noticeBlocks, cancelable, pausable } = parameters;
  return {
    product: asset.type === 'BCH' ? 'RECURRING_BCH' : 'RECURRING_TOKEN',
    // Streams are never made so that somebody may pause them.
    family: pausable ? 'payment' : 'recurring',
    sender,
    recipient,
    tokenCategory: asset.type === 'BCH' ? null : asset.category,
    total: fundedTotal(plan),
    details: {
      amountPerPeriodBase: plan.amountPerPeriod.toString(),
      lastAmountBase: plan.lastAmount.toString(),
      periods: Number(plan.periods),
      intervalSeconds: Number(plan.interval),
      firstDue: Number(plan.firstDue),
      cancelable,
      pausable,
      noticeBlocks: noticeBlocks === 0 ? null : noticeBlocks,
    },
    vestedAt: (time, { commitment, releasedAmount }) =>
      releasedAmount + (commitment === null ? 0n : (recurringPayout(plan, stateOf(commitment), time)?.due ?? 0n)),
  };
};

/** The coin of a stored state. */
export const toRecurringCoin = (state: StoredState): RecurringCoin => {
  const { outpoint, satoshis, commitment, companion } = onlyLane(state);
  return { outpoint, satoshis, category: state.category, state: stateOf(commitment), companion };
};

const toStored = (
  { outpoint, satoshis, category, state, companion }: RecurringCoin,
  clock: ClockCoin | undefined,
): StoredState => ({
  category,
  lanes: [
    toStoredLane({
      outpoint,
      satoshis,
      commitment: encodeRecurringState(state),
      companion,
      clock: isNoticed(state) ? clock : undefined,
    }),
  ],
});

const STATUSES = { ACTIVE: 'ACTIVE', CANCELLED: 'CANCELLED', PAUSING: 'PAUSED', PAUSED: 'PAUSED' } as const;

const statusAfter = ({ kind, next }: RecurringTransition): ContractStatus => {
  if (next !== undefined) return STATUSES[next.state.status];
  return kind === 'claim' || kind === 'push' ? 'COMPLETED' : 'CANCELLED';
};

const toDuty = (kind: Duty['kind'], { hex, txid }: KeylessTransaction): Duty => ({ kind, hex, txid });

/** What is owed since before the notice, by a push; after it the settling of a pause, or the refund. */
const findDuty = (
  contract: RecurringContract,
  coin: RecurringCoin,
  clock: ClockCoin,
  { noticeHeight, medianTimeBefore, tipHeight }: NoticeFacts,
): Duty | undefined => {
  const payout = recurringPayout(contract.parameters.plan, coin.state, medianTimeBefore - 1n);
  const push = payout && buildKeylessRecurringPush({ contract, coin, clock, payout });
  if (push !== undefined) return toDuty('push', push);
  if (tipHeight + 1 < noticeHeight + contract.parameters.noticeBlocks) return undefined;
  return coin.state.status === 'PAUSING'
    ? toDuty('settle', buildRecurringSettle(contract, coin, clock))
    : toDuty('refund', buildRecurringRefund(contract, coin, clock));
};

const open = (contract: RecurringContract): ProductContract => {
  const { plan } = contract.parameters;
  return {
    terms: termsOf(contract),
    address: contract.address,
    lockingBytecode: contract.lockingBytecode,
    findDeployment(txid, transaction) {
      const found = findRecurringDeployment(contract, txid, transaction);
      if (!found.ok) return found;
      const { coin } = found;
      const made = { commitment: encodeRecurringState(coin.state), state: toStored(coin, undefined) };
      const step = {
        kind: 'fund',
        locktime: transaction.locktime,
        status: 'ACTIVE',
        released: 0n,
        ...made,
        paidToRecipient: 0n,
        paidToSender: 0n,
      } as const;
      return { ok: true, step, vout: coin.outpoint.vout };
    },
    readStep({ state }, txid, transaction) {
      const spent = toRecurringCoin(state);
      const read = readRecurringTransition(contract, spent, txid, transaction);
      if (read === undefined) return undefined;
      const { kind, next, clock, periods, paidToRecipient, paidToSender } = read;
      return {
        kind,
        locktime: transaction.locktime,
        status: statusAfter(read),
        released: amountOfNext(plan, 0n, spent.state.paid + periods),
        commitment: next === undefined ? null : encodeRecurringState(next.state),
        state: next === undefined ? null : toStored(next, clock ?? onlyLane(state).clock),
        paidToRecipient,
        paidToSender,
      };
    },
    findDuty(state, facts) {
      const { clock } = onlyLane(state);
      return clock === undefined ? undefined : findDuty(contract, toRecurringCoin(state), clock, facts);
    },
  };
};

/** Recurring payments, and streams of that type, of either asset. */
export const recurringProduct: Product = {
  readTerms(bytecode) {
    const announcement = decodeRecurringAnnouncement(bytecode);
    return announcement && termsOf(announcement);
  },
  openContract(bytecode, network) {
    const announcement = decodeRecurringAnnouncement(bytecode);
    return announcement && open(createRecurringContract(announcement.parameters, network, announcement.asset));
  },
};
