import { amountOfFirst } from '@weir/payments';
import type { ClockCoin } from '../../contract/clock-coin.js';
import type { RecurringCoin } from '../../recurring/recurring-coin.js';
import type { RecurringContract } from '../../recurring/recurring-contract.js';
import { encodeRecurringState, isNoticed } from '../../recurring/recurring-state.js';
import type { RecurringTransition } from '../../recurring/recurring-transition.js';
import type { ContractState } from '../contract-state.js';
import type { StreamStep } from '../stream-contract.types.js';

/** Converts a coin to the form that callers store; it keeps a clock only while a notice runs. */
export const toContractState = (
  { outpoint, satoshis, category, state, companion }: RecurringCoin,
  clock: ClockCoin | undefined,
): ContractState => ({
  outpoint,
  satoshis,
  category,
  commitment: encodeRecurringState(state),
  ...(companion !== undefined && { companion }),
  ...(clock !== undefined && isNoticed(state) && { clock }),
});

/** Returns the units of the asset that a deployment holds for its parties. */
const held = ({ asset }: RecurringContract, coin: RecurringCoin | undefined, clock?: ClockCoin): bigint =>
  asset.type === 'BCH' ? (coin?.satoshis ?? 0n) + (clock?.satoshis ?? 0n) : (coin?.companion?.amount ?? 0n);

/** Converts a transition to a step. */
export const toRecurringStep = (
  contract: RecurringContract,
  from: ContractState,
  { kind, txid, spent, next, clock, periods, paidToRecipient, paidToSender, locktime }: RecurringTransition,
): StreamStep => {
  const { plan } = contract.parameters;
  const paid = spent.state.paid + periods;
  const left = held(contract, next, clock);
  return {
    kind,
    txid,
    spent: spent.outpoint,
    next: next && toContractState(next, clock ?? from.clock),
    status: next?.state.status,
    releasedBefore: amountOfFirst(plan, spent.state.paid),
    released: amountOfFirst(plan, paid),
    paidToRecipient,
    paidToSender,
    locktime,
    refundable: kind === 'cancel' ? left : left - held(contract, spent),
    recurring: { progress: { paid, nextDue: next?.state.nextDue ?? spent.state.nextDue }, periods },
  };
};
