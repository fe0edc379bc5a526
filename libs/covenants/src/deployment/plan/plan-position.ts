import { binToHex, type TransactionCommon } from '@bitauth/libauth';
import { type Party, partyParts } from '../../chain/party.js';
import { CovenantError } from '../../errors/covenant-error.js';
import type { LockMove } from '../../lock/transactions/move-lock.js';
import { planPayout } from '../../plan/payout/plan-payout.js';
import { planResume } from '../../plan/payout/plan-resume.js';
import { planStop, type PlanStop } from '../../plan/payout/plan-stop.js';
import type { PlanClockCoin, PlanCoin } from '../../plan/plan-coin.js';
import type { PlanContract } from '../../plan/plan-contract.js';
import type { PlanState } from '../../plan/plan-state.js';
import { readPlanTransition } from '../../plan/plan-transition.js';
import type { SteppingCoin } from '../../plan/stream-transition.js';
import {
  buildPaidPlanRefund,
  buildPaidPlanSettle,
  buildPlanRefund,
  buildPlanSettle,
} from '../../plan/transactions/end-plan-notice.js';
import { buildKeylessFinish, finishDelay, isUndone, type StreamMove } from '../../plan/transactions/move-plan.js';
import {
  buildKeylessPlanClaim,
  buildKeylessPlanPayment,
  buildPaidPlanPayment,
  planPaymentNeed,
} from '../../plan/transactions/pay-plan.js';
import { buildPlanResume } from '../../plan/transactions/resume-plan.js';
import { buildPlanStop } from '../../plan/transactions/stop-plan.js';
import { type WalletCoins, walletOf } from '../../transaction/assemble.js';
import type { BuildOptions, KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import type { Funds } from '../../transaction/coin-selection.js';
import type { StateAddresses } from '../stored-coin.js';
import type { StreamStatus, StreamStep } from '../stream-model.types.js';
import type { ContractState } from '../stream-schedule.types.js';
import { partiesAt, type PeriodsLeft, required, toStreamStep } from '../stream-step.js';
import { planCoinOf, type PlanOpening, planStateOf, toPlanContractState } from './plan-opening.js';
import { toStreamPayout } from './plan-schedule.js';

/** Returns the status of a stream: a vesting stream's follows from its units, a recurring one's is in its state. */
const planStatus = ({ state, units }: Pick<PlanCoin, 'state' | 'units'>): StreamStatus => {
  if (state.kind === 'RECURRING') return state.status;
  return units === 0n ? 'CANCELLED' : 'ACTIVE';
};

/** Returns how far a recurring stream is by a state. */
const periodsLeft = ({ state }: Pick<PlanCoin, 'state'>): PeriodsLeft | undefined =>
  state.kind === 'RECURRING' ? { unpaid: state.unpaid, nextDue: state.next } : undefined;

/** Message for a payment or notice end whose state names no clock. */
const NO_CLOCK = 'A notice runs, and the state names no clock';

/**
 * Returns the coins of a party that is a key, as a wallet.
 *
 * @throws CovenantError PARTY_IS_SCRIPT for any other party: a vault, for example, moves its plans by its own
 *   proposals
 */
export const keyWallet = (party: Party, funds: Funds): WalletCoins => {
  const parts = partyParts(party);
  if (parts?.kind !== 'P2PKH')
    throw new CovenantError(
      'PARTY_IS_SCRIPT',
      `This party is a script (${binToHex(party)}): a wallet of one key does not sign for it`,
      { party: binToHex(party) },
    );
  return walletOf(parts.hash, funds);
};

/** Returns what a cancel leaves for its refund, units of the asset: state, reserve and clock in BCH, or the tokens. */
export const leftByStop = (coin: Pick<SteppingCoin, 'companion'>, { outputs }: UnsignedTransaction): bigint => {
  if (coin.companion !== undefined) return outputs[2]?.token?.amount ?? 0n;
  return (outputs[1]?.amount ?? 0n) + (outputs[2]?.amount ?? 0n);
};

const movingOf = (contract: PlanContract, coin: PlanCoin): StreamMove | undefined => ({ contract, coin });

/** A stream is not a lock. */
const movingLockOf = (): LockMove | undefined => undefined;

const firstPaid = (
  { companion }: Pick<SteppingCoin, 'companion'>,
  { outputs }: Pick<UnsignedTransaction, 'outputs'>,
): bigint => (companion === undefined ? outputs[0]?.amount : outputs[0]?.token?.amount) ?? 0n;

/** How a notice is ended. The builders throw a RangeError where none runs. */
interface NoticeEnding {
  /** By the contract alone; undefined where nodes ask for more than it may give. */
  readonly build: (clock: PlanClockCoin) => KeylessTransaction | undefined;
  /** By the sender's coins, for what nodes ask beyond that. @throws InsufficientFundsError */
  readonly buildPaid: (clock: PlanClockCoin, sender: WalletCoins) => UnsignedTransaction;
}

/** A stream under notice, or not. */
interface NoticedStream {
  readonly status: StreamStatus;
  readonly coin: SteppingCoin;
  readonly clock: ContractState['clock'];
  readonly sender: Party;
}

/**
 * Returns what ends the notice of a stream, valid once its clock is `noticeBlocks` old; undefined while none runs. It returns
 * money to the sender: `amount`, units of the asset, 0 of a settling.
 */
export const noticeEndOf = (
  { status, coin, clock: stored, sender }: NoticedStream,
  endings: Readonly<Record<'refund' | 'settle', NoticeEnding>>,
) => {
  if (status !== 'CANCELLED' && status !== 'PAUSING') return undefined;
  const isRefund = status === 'CANCELLED';
  const kind = isRefund ? ('refund' as const) : ('settle' as const);
  const clock = () => ({ ...required(stored, NO_CLOCK), units: BigInt(coin.state.index) });
  const withAmount = <Built extends Pick<UnsignedTransaction, 'outputs'>>(transaction: Built) => ({
    transaction,
    amount: isRefund ? firstPaid(coin, transaction) : 0n,
  });
  return {
    kind,
    /** Builds the end that the contract pays for. Undefined where nodes ask for more than the contract may give. */
    build() {
      const transaction = endings[kind].build(clock());
      return transaction && withAmount(transaction);
    },
    /**
     * Builds the end with the sender's coins paying what nodes ask beyond that. Undefined where the sender is a script,
     * for which no wallet of one key signs: then it waits for a lower rate.
     *
     * @throws InsufficientFundsError
     */
    buildPaid(funds: Funds) {
      if (partyParts(sender)?.kind !== 'P2PKH') return undefined;
      return withAmount(endings[kind].buildPaid(clock(), keyWallet(sender, funds)));
    },
  };
};

/**
 * Creates the position of a stream at one of its states, decoded once: what may happen next, and the builders of the
 * transactions that do it. Times are locktimes, Unix seconds; amounts are in units of the asset. Where a wallet's coins are
 * taken, builders throw an InsufficientFundsError, and a CovenantError PARTY_IS_SCRIPT where their party is a script.
 *
 * @param options of every transaction that the position builds
 */
export const planPosition = (
  contract: PlanContract,
  opening: PlanOpening,
  state: ContractState,
  options: BuildOptions = {},
) => {
  const coin = planCoinOf(contract, opening, state);
  const { total } = opening;
  const parties = partiesAt(opening.recipient, coin, state);
  const { recipient, movesTo } = parties;
  const { sender } = contract.terms;
  const released = total - coin.principal;
  const clock = state.clock && { ...state.clock, units: BigInt(coin.state.index) };
  /** Returns the number of periods that a step to the next state pays; undefined where the schedule has none. */
  const periodsTo = (next: PlanState): bigint | undefined =>
    coin.state.kind === 'RECURRING' && next.kind === 'RECURRING' ? BigInt(coin.state.unpaid - next.unpaid) : undefined;
  const stopItem = (stop: PlanStop) => [{ contract, coin, recipient, stop }];

  return {
    state,
    status: planStatus(coin),
    /** Who is paid now. */
    recipient,
    /** The move that is pending: where to, whether it was undone, and how old the state must be before it is finished, blocks. */
    move: movesTo && { to: movesTo, isUndone: isUndone(coin), delay: finishDelay({ contract, coin }) },
    /** What an announcement, and a finish, of a stream is built from; undefined of a lock. */
    moving: movingOf(contract, coin),
    /** The same of a lock that can move; undefined of any other, and of a stream. */
    movingLock: movingLockOf(),
    /**
     * Builds the move that is pending: nobody signs, and nodes take it once the state is as old as its delay. Undefined where none is
     * pending, or nodes ask for more than its announcement has put into the reserve.
     */
    buildFinish: () => (movesTo === undefined ? undefined : buildKeylessFinish({ contract, coin }, options)),
    /** Returns what can be paid to the recipient at a time; undefined where nothing can. */
    payoutAt(time: bigint) {
      const payout = planPayout(contract, coin, time);
      if (payout === undefined) return undefined;
      const payment = { contract, coin, clock, recipient, payout };
      return {
        ...toStreamPayout(total, coin, payout),
        /**
         * Whether the claim needs nobody's signature: the contract asks for none, and its reserve pays. Then anybody may
         * send what `buildPush` builds; `buildClaim` works all the same, with a coin of the recipient's.
         */
        get isKeyless() {
          return planPaymentNeed(payment, options) === 'NOTHING';
        },
        /**
         * Builds the recipient's claim.
         *
         * @throws RangeError when it closes a contract under notice whose state names no clock
         */
        buildClaim: (funds: Funds) => buildPaidPlanPayment(payment, keyWallet(recipient, funds), options),
        /**
         * Builds the payment that nobody signs in the form that wallets take, with nothing in it to sign: anybody who has it
         * relays it. Undefined unless `isKeyless`.
         */
        buildKeylessClaim: () => buildKeylessPlanClaim(payment, options),
        /**
         * Builds the payment that nobody signs; undefined where the contract may not pay its fee, or not as much as
         * nodes ask.
         *
         * @throws RangeError as `buildClaim` does
         */
        buildPush: () => buildKeylessPlanPayment(payment, options),
        /**
         * Builds the payment with its fee paid by anybody's coins.
         *
         * @throws CovenantError PUSH_TOO_SMALL while a notice runs, MOVE_PENDING while a move is pending
         */
        buildPaidPush: (payer: WalletCoins) => buildPaidPlanPayment(payment, payer, options),
      };
    },
    /** Returns how a cancel at a time divides the contract; undefined where it cannot be cancelled then. */
    cancelAt(time: bigint) {
      const stop = planStop(contract, coin, 'cancel', time);
      if (stop === undefined) return undefined;
      const due = planPayout(contract, coin, time)?.due ?? 0n;
      return {
        /** Everything that is the recipient's by then, paid or not. */
        vested: released + (due > stop.paid ? due : stop.paid),
        /** The part of it that the cancel itself pays. */
        paid: stop.paid,
        periods: periodsTo(stop.state),
        /** Builds the sender's cancel; its amount is what the cancel or its refund returns if nobody pushes. */
        build(funds: Funds) {
          const transaction = buildPlanStop(stopItem(stop), keyWallet(sender, funds), options);
          return { transaction, amount: leftByStop(coin, transaction) };
        },
      };
    },
    /** Returns what a pause at a time pays; undefined where the contract cannot be paused then. */
    pauseAt(time: bigint) {
      const stop = planStop(contract, coin, 'pause', time);
      return (
        stop && {
          due: stop.paid,
          periods: periodsTo(stop.state) ?? 0n,
          /** Builds the sender's pause. */
          build: (funds: Funds) => buildPlanStop(stopItem(stop), keyWallet(sender, funds), options),
        }
      );
    },
    /**
     * Returns the resume of a settled pause; undefined where there is none.
     *
     * @param time the next interval counts from it
     */
    resumeAt(time: bigint) {
      const resume = planResume(contract, coin, time);
      return (
        resume && {
          nextDue: resume.state.next,
          /** Builds the sender's resume. */
          build: (funds: Funds) =>
            buildPlanResume([{ contract, coin, recipient, resume }], keyWallet(sender, funds), options),
        }
      );
    },
    /** Returns what ends the notice that runs; undefined while none does. */
    noticeEnd: () =>
      noticeEndOf(
        { status: planStatus(coin), coin, clock: state.clock, sender },
        {
          refund: {
            build: (by) => buildPlanRefund(contract, coin, by, options),
            buildPaid: (by, wallet) => buildPaidPlanRefund(contract, coin, by, wallet, options),
          },
          settle: {
            build: (by) => buildPlanSettle(contract, coin, by, options),
            buildPaid: (by, wallet) => buildPaidPlanSettle(contract, coin, by, wallet, options),
          },
        },
      ),
    /** Reads the step by which a transaction spends the state; undefined when it does not. */
    readStep(txid: string, transaction: TransactionCommon): StreamStep | undefined {
      const read = readPlanTransition(contract, coin, txid, transaction);
      if (!read.ok) return undefined;
      const stream = {
        network: contract.network,
        total,
        parties,
        statusOf: planStatus,
        periods: periodsLeft({ state: planStateOf(contract, opening.commitment).state })?.unpaid,
        periodsLeft,
        store: (next: PlanCoin, by: ContractState['clock'], addresses: StateAddresses) =>
          toPlanContractState(contract, next, by, addresses),
      };
      return toStreamStep(stream, state, read.transition, transaction);
    },
  };
};

/** A stream at one of its states: what may happen next. */
export type StreamPosition = ReturnType<typeof planPosition>;
/** A payment that is due, with the builders of the transactions that make it. */
export type DuePayout = NonNullable<ReturnType<StreamPosition['payoutAt']>>;
/** The end of the notice that runs. */
export type NoticeEnd = NonNullable<ReturnType<StreamPosition['noticeEnd']>>;
