import { binsAreEqual, binToHex, type TransactionCommon } from '@bitauth/libauth';
import { movedKey, type Party, partyAddress, partyHash, partyParts } from '../../chain/party.js';
import type { ClockCoin } from '../../contract/coins.js';
import { CovenantError } from '../../errors/covenant-error.js';
import type { LockMove } from '../../lock/transactions/move-lock.js';
import { planPayout } from '../../plan/payout/plan-payout.js';
import { planResume } from '../../plan/payout/plan-resume.js';
import { planStop, type PlanStop } from '../../plan/payout/plan-stop.js';
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
import { buildKeylessFinish, finishDelay, isUndone, type PlanMove } from '../../plan/transactions/move-plan.js';
import {
  buildKeylessPlanClaim,
  buildKeylessPlanPayment,
  buildPaidPlanPayment,
  planPaymentNeed,
} from '../../plan/transactions/pay-plan.js';
import { buildPlanResume } from '../../plan/transactions/resume-plan.js';
import { buildPlanStop } from '../../plan/transactions/stop-plan.js';
import { type WalletCoins, walletOf } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import type { Funds } from '../../transaction/coin-selection.js';
import { showsParty } from '../../transaction/read-transaction.js';
import type { StepAddress, StreamStatus, StreamStep } from '../stream-model.types.js';
import type { ContractState } from '../stream-schedule.types.js';
import { planCoinOf, type PlanOpening, planStateOf, type StateAddresses, toPlanContractState } from './plan-opening.js';
import { toStreamPayout } from './plan-schedule.js';

/** Returns the status of a stream: a vesting stream's follows from its units, a recurring one's is in its state. */
const planStatus = ({ state, units }: Pick<PlanCoin, 'state' | 'units'>): StreamStatus => {
  if (state.kind === 'RECURRING') return state.status;
  return units === 0n ? 'CANCELLED' : 'ACTIVE';
};

/** Steps that depend on no time. */
const TIMELESS: ReadonlySet<string> = new Set(['refund', 'settle', 'announce', 'undo', 'finish', 'keep']);

/**
 * Returns the units of the asset that a stream holds for its parties; in BCH those of reserve and clock are among
 * them.
 */
const held = (coin: PlanCoin | undefined, clock: ClockCoin | undefined): bigint => {
  if (coin === undefined) return 0n;
  return coin.companion === undefined ? satoshisOf(coin) + (clock?.satoshis ?? 0n) : coin.principal;
};

/**
 * Notifies a claim from a push. Nobody signs the stream's input, so a payment counts as a claim where the recipient
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

const named = (party: Party, { network }: PlanContract): StepAddress => ({
  party,
  address: partyAddress(party, network) ?? movedKey(party),
});

/** Returns where a step says that a stream moves, or has moved it. @throws Error where the state before does not say it */
const movedBy = (
  contract: PlanContract,
  { recipient, movesTo }: PartiesOf,
  { kind, named: announced }: PlanTransition,
): StepAddress | undefined => {
  if (kind === 'announce' || kind === 'undo') return announced && named(announced, contract);
  if (kind === 'keep') return named(recipient, contract);
  return kind === 'finish' ? named(required(movesTo, NO_ADDRESS), contract) : undefined;
};

/** Returns the addresses that a state does not have in its commitment. */
const addressesAfter = (
  from: ContractState,
  { kind }: PlanTransition,
  moved: StepAddress | undefined,
): StateAddresses => ({
  recipient: kind === 'finish' ? moved?.party : from.recipient,
  movesTo: kind === 'announce' || kind === 'undo' ? moved?.party : from.movesTo,
});

/** Who is paid, and who will be. */
interface PartiesOf {
  readonly recipient: Party;
  readonly movesTo: Party | undefined;
}

const isHashOf = (hash: Uint8Array | undefined, party: Party | undefined): boolean =>
  hash === undefined ? party === undefined : party !== undefined && binsAreEqual(partyHash(party), hash);

/**
 * Returns the addresses of a stream at a state.
 *
 * @throws Error where they are not those that its commitment has the hashes of
 */
const partiesAt = ({ recipient: first }: PlanOpening, { state }: PlanCoin, stored: ContractState): PartiesOf => {
  const { recipient = first, movesTo } = stored;
  if (!isHashOf(state.recipient, recipient) || !isHashOf(state.movesTo, movesTo))
    throw new Error('Stored addresses of a stream are not those of its commitment');
  return { recipient, movesTo };
};

/** Converts a transition to a step. */
const toPlanStep = (
  contract: PlanContract,
  opening: PlanOpening,
  from: ContractState,
  parties: PartiesOf,
  read: PlanTransition,
  transaction: TransactionCommon,
): StreamStep => {
  const { kind, txid, spent, next, clock, paidToRecipient, returnedToSender, reserveReturned } = read;
  const initial = planStateOf(contract, opening.commitment).state;
  const progress = progressOf(contract, opening, read);
  const after = held(next, clock);
  const releasedBefore = opening.total - spent.principal;
  const moved = movedBy(contract, parties, read);
  return {
    kind: kind === 'pay' ? paymentKind(parties.recipient, transaction) : kind,
    txid,
    spent: spent.outpoint,
    next: next && toPlanContractState(contract, next, clock ?? from.clock, addressesAfter(from, read, moved)),
    moved,
    status: next && planStatus(next),
    releasedBefore,
    released: releasedBefore + paidToRecipient,
    paidToRecipient,
    paidToSender: spent.companion === undefined ? returnedToSender + reserveReturned : returnedToSender,
    locktime: TIMELESS.has(kind) ? 0n : read.locktime,
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

/** Message for a move whose state does not name the address. */
const NO_ADDRESS = 'A move is pending, and the state does not name the address';

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
const leftByStop = (coin: PlanCoin, { outputs }: UnsignedTransaction): bigint => {
  if (coin.companion !== undefined) return outputs[2]?.token?.amount ?? 0n;
  return (outputs[1]?.amount ?? 0n) + (outputs[2]?.amount ?? 0n);
};

const movingOf = (contract: PlanContract, coin: PlanCoin): PlanMove | undefined => ({ contract, coin });

/** A stream is not a lock. */
const movingLockOf = (): LockMove | undefined => undefined;

const firstPaid = ({ companion }: PlanCoin, { outputs }: Pick<UnsignedTransaction, 'outputs'>): bigint =>
  (companion === undefined ? outputs[0]?.amount : outputs[0]?.token?.amount) ?? 0n;

/**
 * Returns what ends the notice of a stream, valid once its clock is `noticeBlocks` old; undefined while none runs. It returns
 * money to the sender: `amount`, units of the asset, 0 of a settling.
 */
const noticeEndOf = (contract: PlanContract, coin: PlanCoin, state: ContractState, options: BuildOptions) => {
  const status = planStatus(coin);
  if (status !== 'CANCELLED' && status !== 'PAUSING') return undefined;
  const isRefund = status === 'CANCELLED';
  const clock = () => ({ ...required(state.clock, NO_CLOCK), units: BigInt(coin.state.index) });
  const { sender } = contract.terms;
  const withAmount = <Built extends Pick<UnsignedTransaction, 'outputs'>>(transaction: Built) => ({
    transaction,
    amount: isRefund ? firstPaid(coin, transaction) : 0n,
  });
  return {
    kind: isRefund ? ('refund' as const) : ('settle' as const),
    /** Builds the end that the contract pays for. Undefined where nodes ask for more than the contract may give. */
    build() {
      const transaction = (isRefund ? buildPlanRefund : buildPlanSettle)(contract, coin, clock(), options);
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
      const build = isRefund ? buildPaidPlanRefund : buildPaidPlanSettle;
      return withAmount(build(contract, coin, clock(), keyWallet(sender, funds), options));
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
  const parties = partiesAt(opening, coin, state);
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
    noticeEnd: () => noticeEndOf(contract, coin, state, options),
    /** Reads the step by which a transaction spends the state; undefined when it does not. */
    readStep(txid: string, transaction: TransactionCommon): StreamStep | undefined {
      const read = readPlanTransition(contract, coin, txid, transaction);
      return read.ok ? toPlanStep(contract, opening, state, parties, read.transition, transaction) : undefined;
    },
  };
};

/** A stream at one of its states: what may happen next. */
export type StreamPosition = ReturnType<typeof planPosition>;
/** A payment that is due, with the builders of the transactions that make it. */
export type DuePayout = NonNullable<ReturnType<StreamPosition['payoutAt']>>;
/** The end of the notice that runs. */
export type NoticeEnd = NonNullable<ReturnType<StreamPosition['noticeEnd']>>;
