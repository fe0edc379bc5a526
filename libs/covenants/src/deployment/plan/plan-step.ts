import type { TransactionCommon } from '@bitauth/libauth';
import type { Party } from '../../chain/party.js';
import type { ClockCoin } from '../../contract/clock-coin.js';
import { fundersOf } from '../../plan/funding/plan-funders.js';
import { satoshisOf, type PlanCoin } from '../../plan/plan-coin.js';
import type { PlanContract } from '../../plan/plan-contract.js';
import type { PlanTransition } from '../../plan/plan-transition.js';
import type { ContractState } from '../contract-state.js';
import type { StreamStatus, StreamStep } from '../stream-model.types.js';
import { planStateOf, toPlanContractState, type PlanOpening } from './plan-opening.js';

/** Returns the status of a stream: a vesting stream's follows from its units, a recurring one's is in its state. */
export const planStatus = ({ state, units }: Pick<PlanCoin, 'state' | 'units'>): StreamStatus => {
  if (state.kind === 'RECURRING') return state.status;
  return units === 0n ? 'CANCELLED' : 'ACTIVE';
};

/**
 * Returns the units of the asset that a stream holds for its parties; in BCH those of reserve and clock are among
 * them.
 */
const held = (coin: PlanCoin | undefined, clock: ClockCoin | undefined): bigint => {
  if (coin === undefined) return 0n;
  return coin.companion === undefined ? satoshisOf(coin) + (clock?.satoshis ?? 0n) : coin.principal;
};

/**
 * Tells a claim from a push. Nobody signs the stream's input, so a payment counts as a claim where the recipient
 * added a coin of their own.
 */
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

/** Corrects the progress of a refund, which ends a recurring stream without paying any of its periods. */
const refundedProgress = (opening: StreamStep['recurring'], initial: number, unpaid: number): StreamStep['recurring'] =>
  opening && { progress: { ...opening.progress, paid: BigInt(initial - unpaid) }, periods: 0n };

/** Converts a transition to a step. */
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
