import type { TransactionCommon } from '@bitauth/libauth';
import type { Party } from '../../chain/party.js';
import type { ClockCoin } from '../../contract/clock-coin.js';
import { fundersOf } from '../../plan/funding/plan-funders.js';
import { satoshisOf, type PlanCoin } from '../../plan/plan-coin.js';
import type { PlanContract } from '../../plan/plan-contract.js';
import type { PlanTransition } from '../../plan/plan-transition.js';
import type { ContractState } from '../contract-state.js';
import type { StreamStatus, StreamStep } from '../stream-contract.types.js';
import { planStateOf, toPlanContractState, type PlanOpening } from './plan-opening.js';

/** Where a stream stands: of vesting the units say it, of a salary its status. */
export const planStatus = ({ state, units }: Pick<PlanCoin, 'state' | 'units'>): StreamStatus => {
  if (state.kind === 'RECURRING') return state.status;
  return units === 0n ? 'CANCELLED' : 'ACTIVE';
};

/** Units of the asset that a stream holds for its parties; satoshis with the reserve and the clock's. */
const held = (coin: PlanCoin | undefined, clock: ClockCoin | undefined): bigint => {
  if (coin === undefined) return 0n;
  return coin.companion === undefined ? satoshisOf(coin) + (clock?.satoshis ?? 0n) : coin.principal;
};

/** Of what a payment is: nobody signs inside, but a recipient who pays for it by a coin of their own claims. */
const paymentKind = (recipient: Party, transaction: TransactionCommon): 'claim' | 'push' =>
  fundersOf(recipient, transaction).some(({ isSender }) => isSender) ? 'claim' : 'push';

const progressOf = (
  contract: PlanContract,
  opening: PlanOpening,
  { spent, next }: PlanTransition,
): StreamStep['recurring'] => {
  const initial = planStateOf(contract, opening.commitment).state;
  if (spent.state.kind !== 'RECURRING' || initial.kind !== 'RECURRING') return undefined;
  const left = next?.state.kind === 'RECURRING' ? next.state : undefined;
  const periods = spent.state.unpaid - (left?.unpaid ?? 0);
  return {
    progress: { paid: BigInt(initial.unpaid - (left?.unpaid ?? 0)), nextDue: left?.next ?? spent.state.next },
    periods: BigInt(periods),
  };
};

/** A refund ends a salary without paying it: of its periods none more was paid. */
const refundedProgress = (opening: StreamStep['recurring'], initial: number, unpaid: number): StreamStep['recurring'] =>
  opening && { progress: { ...opening.progress, paid: BigInt(initial - unpaid) }, periods: 0n };

/** A transition as a step from a state. */
export const toPlanStep = (
  contract: PlanContract,
  opening: PlanOpening,
  from: ContractState,
  read: PlanTransition,
  transaction: TransactionCommon,
): StreamStep => {
  const { kind, txid, spent, next, clock, paidToRecipient, returnedToSender, reserveReturned } = read;
  const initial = planStateOf(contract, opening.commitment).state;
  const progress = progressOf(contract, opening, read);
  const after = held(next, clock);
  const releasedBefore = opening.total - spent.principal;
  return {
    kind: kind === 'pay' ? paymentKind(opening.recipient, transaction) : kind,
    txid,
    spent: spent.outpoint,
    next: next && toPlanContractState(contract, next, clock ?? from.clock),
    status: next && planStatus(next),
    releasedBefore,
    released: releasedBefore + paidToRecipient,
    paidToRecipient,
    paidToSender: spent.companion === undefined ? returnedToSender + reserveReturned : returnedToSender,
    locktime: kind === 'refund' || kind === 'settle' ? 0n : read.locktime,
    refundable: kind === 'cancel' ? after : after - held(spent, undefined),
    recurring:
      kind === 'refund' && initial.kind === 'RECURRING' && spent.state.kind === 'RECURRING'
        ? refundedProgress(progress, initial.unpaid, spent.state.unpaid)
        : progress,
  };
};
