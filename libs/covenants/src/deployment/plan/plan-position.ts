import { binToHex, type TransactionCommon } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { type Party, partyParts } from '../../chain/party.js';
import type { ClockCoin } from '../../contract/coins.js';
import { CovenantError } from '../../errors/covenant-error.js';
import { planPayout } from '../../plan/payout/plan-payout.js';
import { planResume } from '../../plan/payout/plan-resume.js';
import { planStop } from '../../plan/payout/plan-stop.js';
import { type PlanCoin, satoshisOf } from '../../plan/plan-coin.js';
import type { PlanContract } from '../../plan/plan-contract.js';
import type { PlanState } from '../../plan/plan-state.js';
import { type PlanTransition, readPlanTransition } from '../../plan/plan-transition.js';
import {
  buildPaidPlanRefund,
  buildPaidPlanSettle,
  buildPlanRefund,
  buildPlanSettle,
} from '../../plan/transactions/end-plan-notice.js';
import {
  buildKeylessPlanClaim,
  buildKeylessPlanPayment,
  buildPaidPlanPayment,
  planPaymentNeed,
} from '../../plan/transactions/pay-plan.js';
import { buildPlanResume } from '../../plan/transactions/resume-plan.js';
import { buildPlanStop } from '../../plan/transactions/stop-plan.js';
import type { WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { showsParty } from '../../transaction/read-transaction.js';
import type { NoticeEnd, StreamPosition, StreamStatus, StreamStep } from '../stream-model.types.js';
import type { ContractState } from '../stream-schedule.types.js';
import { planCoinOf, type PlanOpening, planStateOf, toPlanContractState } from './plan-opening.js';
import { toStreamPayout } from './plan-schedule.js';

/** Returns the status of a stream: a vesting stream's follows from its units, a recurring one's is in its state. */
const planStatus = ({ state, units }: Pick<PlanCoin, 'state' | 'units'>): StreamStatus => {
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
  transaction.inputs.some((input) => showsParty(recipient, input)) ? 'claim' : 'push';

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
const toPlanStep = (
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

/**
 * Returns a value that earlier checks guarantee to be there.
 *
 * @throws RangeError where it is missing
 */
const required = <T>(value: T | undefined, otherwise: string): T => {
  if (value === undefined) throw new RangeError(otherwise);
  return value;
};

/** Message for a payment or notice end whose state names no clock. */
const NO_CLOCK = 'A notice runs, and the state names no clock';

/**
 * Returns the coins of a party that is a key, as a wallet.
 *
 * @throws CovenantError PARTY_IS_SCRIPT for any other party: a vault, for example, moves its plans by its own
 *   proposals
 */
export const keyWallet = (party: Party, coins: readonly Utxo[]): WalletCoins => {
  const parts = partyParts(party);
  if (parts?.kind !== 'P2PKH')
    throw new CovenantError(
      'PARTY_IS_SCRIPT',
      `This party is a script (${binToHex(party)}): a wallet of one key does not sign for it`,
      { party: binToHex(party) },
    );
  return { hash: parts.hash, coins };
};

/** Returns what a cancel leaves for its refund, units of the asset: state, reserve and clock in BCH, or the tokens. */
const leftByStop = (coin: PlanCoin, { outputs }: UnsignedTransaction): bigint => {
  if (coin.companion !== undefined) return outputs[2]?.token?.amount ?? 0n;
  return (outputs[1]?.amount ?? 0n) + (outputs[2]?.amount ?? 0n);
};

const firstPaid = ({ companion }: PlanCoin, { outputs }: Pick<UnsignedTransaction, 'outputs'>): bigint =>
  (companion === undefined ? outputs[0]?.amount : outputs[0]?.token?.amount) ?? 0n;

/** Returns what ends the notice of a stream; undefined while none runs. */
const noticeEndOf = (
  contract: PlanContract,
  coin: PlanCoin,
  state: ContractState,
  options: BuildOptions,
): NoticeEnd | undefined => {
  const clock = () => ({ ...required(state.clock, NO_CLOCK), units: BigInt(coin.state.index) });
  const { sender } = contract.terms;
  const isKey = partyParts(sender)?.kind === 'P2PKH';
  if (planStatus(coin) === 'CANCELLED')
    return {
      kind: 'refund',
      build() {
        const transaction = buildPlanRefund(contract, coin, clock(), options);
        return transaction && { transaction, amount: firstPaid(coin, transaction) };
      },
      buildPaid(coins) {
        if (!isKey) return undefined;
        const transaction = buildPaidPlanRefund(contract, coin, clock(), keyWallet(sender, coins), options);
        return { transaction, amount: firstPaid(coin, transaction) };
      },
    };
  if (planStatus(coin) !== 'PAUSING') return undefined;
  return {
    kind: 'settle',
    build() {
      const transaction = buildPlanSettle(contract, coin, clock(), options);
      return transaction && { transaction, amount: 0n };
    },
    buildPaid(coins) {
      if (!isKey) return undefined;
      const transaction = buildPaidPlanSettle(contract, coin, clock(), keyWallet(sender, coins), options);
      return { transaction, amount: 0n };
    },
  };
};

/** Creates the position of a stream of a plan at one of its states. */
export const planPosition = (
  contract: PlanContract,
  opening: PlanOpening,
  state: ContractState,
  options: BuildOptions = {},
): StreamPosition => {
  const coin = planCoinOf(contract, opening, state);
  const { recipient, total } = opening;
  const { sender } = contract.terms;
  const released = total - coin.principal;
  const clock = state.clock && { ...state.clock, units: BigInt(coin.state.index) };
  /** Returns the number of periods that a step to the next state pays. */
  const periodsTo = (next: PlanState): bigint | undefined =>
    coin.state.kind === 'RECURRING' && next.kind === 'RECURRING' ? BigInt(coin.state.unpaid - next.unpaid) : undefined;

  return {
    state,
    status: planStatus(coin),
    payoutAt(time) {
      const payout = planPayout(contract, coin, time);
      if (payout === undefined) return undefined;
      const payment = { contract, coin, clock, recipient, payout };
      return {
        ...toStreamPayout(total, coin, payout),
        get isKeyless() {
          return planPaymentNeed(payment, options) === 'NOTHING';
        },
        buildClaim: (coins) => buildPaidPlanPayment(payment, keyWallet(recipient, coins), options),
        buildKeylessClaim: () => buildKeylessPlanClaim(payment, options),
        buildPush: () => buildKeylessPlanPayment(payment, options),
        buildPaidPush: (payer) => buildPaidPlanPayment(payment, payer, options),
      };
    },
    cancelAt(time) {
      const stop = planStop(contract, coin, 'cancel', time);
      if (stop === undefined) return undefined;
      const due = planPayout(contract, coin, time)?.due ?? 0n;
      return {
        vested: released + (due > stop.paid ? due : stop.paid),
        paid: stop.paid,
        periods: periodsTo(stop.state),
        build(coins) {
          const transaction = buildPlanStop([{ contract, coin, recipient, stop }], keyWallet(sender, coins), options);
          return { transaction, amount: leftByStop(coin, transaction) };
        },
      };
    },
    pauseAt(time) {
      const stop = planStop(contract, coin, 'pause', time);
      return (
        stop && {
          due: stop.paid,
          periods: periodsTo(stop.state) ?? 0n,
          build: (coins) => buildPlanStop([{ contract, coin, recipient, stop }], keyWallet(sender, coins), options),
        }
      );
    },
    resumeAt(time) {
      const resume = planResume(contract, coin, time);
      return (
        resume && {
          nextDue: resume.state.next,
          build: (coins) => buildPlanResume([{ contract, coin, recipient, resume }], keyWallet(sender, coins), options),
        }
      );
    },
    noticeEnd: () => noticeEndOf(contract, coin, state, options),
    readStep(txid, transaction) {
      const read = readPlanTransition(contract, coin, txid, transaction);
      return read.ok ? toPlanStep(contract, opening, state, read.transition, transaction) : undefined;
    },
  };
};
