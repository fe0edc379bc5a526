import { binsAreEqual, type Output, type TransactionCommon } from '@bitauth/libauth';
import { vestedAmount, vestingCurve } from '@weir/vesting';
import type { Party } from '../../chain/party.js';
import { type LockCoin, lockUnits } from '../../lock/lock-coin.js';
import { isAtLock, type LockContract } from '../../lock/lock-contract.js';
import { type LockPace, lockPayableFrom, type LockPayout, lockPayout } from '../../lock/lock-payout.js';
import { lockEnd, lockVesting } from '../../lock/lock-terms.js';
import { type LockTransition, readLockTransition } from '../../lock/lock-transition.js';
import {
  buildKeylessLockClaim,
  buildKeylessLockPayment,
  buildPaidLockPayment,
  lockPaymentNeed,
} from '../../lock/transactions/pay-lock.js';
import type { BuildOptions } from '../../transaction/built-transaction.js';
import { showsParty } from '../../transaction/read-transaction.js';
import { keyWallet, type StreamPosition } from '../plan/plan-position.js';
import type { StreamModel } from '../plan/plan-stream.js';
import type { StreamStep } from '../stream-model.types.js';
import type { ContractState, StreamPayout, StreamSchedule } from '../stream-schedule.types.js';

/** A lock has neither a category of its own nor a commitment: what its coin holds is the state. */
const NONE = '';

/**
 * Converts a lock's coin to the form that callers store. Of tokens they lie in the coin itself, so no satoshis lie beside it,
 * and an NFT that somebody hung on them is kept: anybody who signs a payment signs what it spends.
 */
export const toLockState = (contract: LockContract, coin: LockCoin): ContractState => ({
  outpoint: coin.outpoint,
  satoshis: coin.satoshis,
  category: NONE,
  commitment: NONE,
  ...(contract.terms.asset === 'FUNGIBLE_TOKEN' && {
    companion: {
      satoshis: 0n,
      amount: lockUnits(contract, coin),
      ...(coin.token?.nft !== undefined && { nft: coin.token.nft }),
    },
  }),
});

/**
 * Restores a lock's coin from its stored form.
 *
 * @param category of the tokens, display-order hex; undefined in BCH
 */
const lockCoinOf = ({ outpoint, satoshis, companion }: ContractState, category: string | undefined): LockCoin => ({
  outpoint,
  satoshis,
  ...(companion !== undefined &&
    category !== undefined && {
      token: {
        category,
        amount: companion.amount,
        ...(companion.nft !== undefined && { nft: companion.nft }),
      },
    }),
});

const toStreamPayout = (total: bigint, { locktime, due, left }: LockPayout): StreamPayout => ({
  locktime,
  vested: total - left,
  due,
  left,
  periods: undefined,
});

/**
 * Creates the schedule of a lock. Constructs no contract.
 *
 * @param released what has left it, units of the asset: its state is what stays
 */
export const lockStreamSchedule = (terms: LockPace, released: bigint): StreamSchedule => {
  const vesting = lockVesting(terms);
  const units = terms.total - released;
  const coin = terms.asset === 'BCH' ? { satoshis: units } : { satoshis: 0n, token: { category: NONE, amount: units } };
  const vestedAt = (time: bigint): bigint => vestedAmount(vesting, time);
  const earning = (paid: bigint) => (time: bigint) => {
    const vested = vestedAt(time);
    // What stays before the end may be more than what is locked, never less than what was paid.
    return vested > paid ? vested : paid;
  };
  return {
    total: terms.total,
    vestedAt,
    earnedAt: (_, paid, time) => earning(paid)(time),
    earning: (_, paid) => earning(paid),
    payout(_, time) {
      const payout = units === 0n ? undefined : lockPayout({ terms }, coin, time);
      return payout && toStreamPayout(terms.total, payout);
    },
    nextPayoutTime: () => (units === 0n ? undefined : lockPayableFrom({ terms }, coin)),
    lastEarningTime: () => lockEnd(terms),
    curve: (points) => vestingCurve(vesting, points),
  };
};

/** Converts a payment to a step. What the recipient is paid counts with the fee that the lock gave of it. */
const toStep = (contract: LockContract, read: LockTransition, transaction: TransactionCommon): StreamStep => {
  const { txid, spent, next, released, locktime } = read;
  const { recipient, total } = contract.terms;
  const releasedBefore = total - lockUnits(contract, spent);
  return {
    kind: transaction.inputs.some((input) => showsParty(recipient, input)) ? 'claim' : 'push',
    txid,
    spent: spent.outpoint,
    next: next && toLockState(contract, next),
    status: next && 'ACTIVE',
    releasedBefore,
    released: releasedBefore + released,
    paidToRecipient: released,
    paidToSender: 0n,
    locktime,
    refundable: 0n,
    moved: undefined,
    recurring: undefined,
  };
};

/** Creates the position of a lock at one of its states: as that of a plan's stream, without all that only a sender may do. */
const lockPosition = (
  contract: LockContract,
  category: string | undefined,
  state: ContractState,
  options: BuildOptions = {},
): StreamPosition => {
  const coin = lockCoinOf(state, category);
  const { total, recipient } = contract.terms;
  return {
    state,
    status: 'ACTIVE',
    recipient,
    move: undefined,
    moving: undefined,
    payoutAt(time) {
      const payout = lockPayout(contract, coin, time);
      if (payout === undefined) return undefined;
      const payment = { contract, coin, payout };
      return {
        ...toStreamPayout(total, payout),
        get isKeyless() {
          return lockPaymentNeed(payment, options) === 'NOTHING';
        },
        buildClaim: (funds) => buildPaidLockPayment(payment, keyWallet(recipient, funds), options),
        buildKeylessClaim: () => buildKeylessLockClaim(payment, options),
        buildPush: () => buildKeylessLockPayment(payment, options),
        buildPaidPush: (payer) => buildPaidLockPayment(payment, payer, options),
      };
    },
    cancelAt: () => undefined,
    pauseAt: () => undefined,
    resumeAt: () => undefined,
    noticeEnd: () => undefined,
    readStep(txid, transaction) {
      const read = readLockTransition(contract, coin, txid, transaction);
      return read && toStep(contract, read, transaction);
    },
  };
};

/** Whom a lock comes from, and what it holds. */
export interface LockOpening {
  /** The announced funder: a name without any power. */
  readonly sender: Party;
  /** Category of the tokens, display-order hex; undefined in BCH. */
  readonly category: string | undefined;
}

/** Creates the model of a lock: what follows it as any stream that nobody can cancel. Pure. */
export const createLockStream = (contract: LockContract, { sender, category }: LockOpening): StreamModel => {
  const { terms, network, address, lockingBytecode } = contract;
  return {
    network,
    address,
    lockingBytecode,
    scripts: [lockingBytecode],
    sender,
    recipient: terms.recipient,
    noticeBlocks: 0,
    initialCommitment: NONE,
    findClock: () => undefined,
    at: (state, options) => lockPosition(contract, category, state, options),
    // The script demands input 0.
    stateInputs: ({ inputs: [first] }) =>
      first !== undefined &&
      binsAreEqual(first.unlockingBytecode.slice(-contract.redeemScript.length), contract.redeemScript)
        ? [0]
        : [],
    isState: (output: Output) => isAtLock(contract, output),
  };
};
