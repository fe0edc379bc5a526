import {
  bigIntToBinUint64LE,
  binsAreEqual,
  flattenBinArray,
  isPayToScriptHash32,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';
import { vestedAmount, vestingCurve } from '@weir/vesting';
import { movedKey, type Party, partyAddress } from '../../chain/party.js';
import { type LockCoin, lockUnits } from '../../lock/lock-coin.js';
import { isAtLock, type LockContract, lockAt, lockTail } from '../../lock/lock-contract.js';
import { type LockPace, lockPayableFrom, type LockPayout, lockPayout } from '../../lock/lock-payout.js';
import { canLockMove, lockEnd, lockVesting } from '../../lock/lock-terms.js';
import { type LockStepKind, type LockTransition, readLockTransition } from '../../lock/lock-transition.js';
import { buildFinishLockMove, isLockUndone, lockFinishDelay } from '../../lock/transactions/move-lock.js';
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
import type { StepAddress, StreamStep, StreamStepKind } from '../stream-model.types.js';
import type { ContractState, StreamPayout, StreamSchedule } from '../stream-schedule.types.js';

/** A lock has neither a category of its own nor a commitment: what its coin holds is the state. */
const NONE = '';

/**
 * Converts a lock's coin to the form that callers store. Of tokens they lie in the coin itself, so no satoshis lie beside it,
 * and an NFT that somebody hung on them is kept: anybody who signs a payment signs what it spends.
 *
 * @param addresses of a lock that can move, after its funding
 */
export const toLockState = (
  contract: LockContract,
  coin: LockCoin,
  addresses: Pick<ContractState, 'recipient' | 'movesTo' | 'lockingBytecode'> = {},
): ContractState => ({
  ...addresses,
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

const named = (party: Party, { network }: LockContract): StepAddress => ({
  party,
  address: partyAddress(party, network) ?? movedKey(party),
});

/** Returns where a step says that a lock moves, or has moved it. */
const movedBy = ({ kind, contract }: LockTransition): StepAddress | undefined => {
  if (kind === 'pay') return undefined;
  const { recipient, movesTo = recipient } = contract.terms;
  return named(movesTo, contract);
};

const paymentKind = (recipient: Party, transaction: TransactionCommon): StreamStepKind =>
  transaction.inputs.some((input) => showsParty(recipient, input)) ? 'claim' : 'push';

const stepKind = (kind: LockStepKind, recipient: Party, transaction: TransactionCommon): StreamStepKind =>
  kind === 'pay' ? paymentKind(recipient, transaction) : kind;

/** Returns the addresses that the state after a step has beyond those of the funding. */
const addressesAfter = (from: ContractState, { contract, kind }: LockTransition): Partial<ContractState> => {
  const { terms, lockingBytecode } = contract;
  if (!canLockMove(terms)) return {};
  const { recipient, movesTo } = terms;
  const isMoved = from.recipient !== undefined || kind === 'finish';
  return { lockingBytecode, ...(isMoved && { recipient }), ...(movesTo !== undefined && { movesTo }) };
};

/** Converts a transition to a step. What the recipient is paid counts with the fee that the lock gave of it. */
const toStep = (
  contract: LockContract,
  from: ContractState,
  read: LockTransition,
  transaction: TransactionCommon,
): StreamStep => {
  const { kind, txid, spent, next, released, locktime } = read;
  const { recipient, total } = contract.terms;
  const releasedBefore = total - lockUnits(contract, spent);
  return {
    kind: stepKind(kind, recipient, transaction),
    txid,
    spent: spent.outpoint,
    next: next && toLockState(read.contract, next, addressesAfter(from, read)),
    status: next && 'ACTIVE',
    releasedBefore,
    released: releasedBefore + released,
    paidToRecipient: released,
    paidToSender: 0n,
    locktime,
    refundable: 0n,
    moved: movedBy(read),
    recurring: undefined,
  };
};

/** Creates the position of a lock at one of its states: as that of a plan's stream, without all that only a sender may do. */
const lockPosition = (
  funded: LockContract,
  category: string | undefined,
  state: ContractState,
  options: BuildOptions = {},
): StreamPosition => {
  const coin = lockCoinOf(state, category);
  const contract = lockAt(funded, state);
  const { total, recipient, movesTo } = contract.terms;
  const move = { contract, coin };
  return {
    state,
    status: 'ACTIVE',
    recipient,
    move: movesTo && { to: movesTo, isUndone: isLockUndone(move), delay: lockFinishDelay(move) },
    moving: undefined,
    movingLock: canLockMove(contract.terms) ? move : undefined,
    buildFinish: () => (movesTo === undefined ? undefined : buildFinishLockMove(move, options)),
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
      return read && toStep(contract, state, read, transaction);
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
  // The end of its script is the same at each address that it is at.
  const { asset, delay, total } = terms;
  const end = flattenBinArray([Uint8Array.of(8), bigIntToBinUint64LE(total), lockTail(asset, terms, delay)]);
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
    stateInputs: ({ inputs }) =>
      inputs.flatMap(({ unlockingBytecode }, i) =>
        binsAreEqual(unlockingBytecode.slice(-end.length), end) ? [i] : [],
      ),
    // Where a lock that can move was before, its next script alone shows.
    isState: (output: Output) =>
      canLockMove(terms) ? isPayToScriptHash32(output.lockingBytecode) : isAtLock(contract, output),
  };
};
