import { binsAreEqual } from '@bitauth/libauth';
import { P2SH32_DUST } from '@weir/kinds';
import { lockingBytecodeOf } from '../../chain/address.js';
import { partyHash } from '../../chain/party.js';
import { tokenOf } from '../../contract/coins.js';
import { covenantError } from '../../errors/covenant-error.js';
import type { PaymentNeed } from '../../plan/transactions/pay-plan.js';
import {
  assemble,
  type ContractPart,
  feeOf,
  ownCoins,
  type PlannedOutput,
  sizeOf,
  type WalletCoins,
} from '../../transaction/assemble.js';
import type { BuildOptions, KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { buildKeyless, buildKeylessClaim } from '../../transaction/keyless.js';
import { dustOf } from '../../transaction/libauth-output.js';
import { TOKEN_OUTPUT_SATOSHIS } from '../../transaction/token-selection.js';
import { type LockCoin, lockUtxo, moveFeeIn } from '../lock-coin.js';
import type { LockContract } from '../lock-contract.js';
import { lockBounds } from '../lock-limits.js';
import type { LockPayout } from '../lock-payout.js';

/** A payment to be built: a coin of a lock as it is, and what `lockPayout` found. */
export interface LockPayment {
  readonly contract: LockContract;
  readonly coin: LockCoin;
  readonly payout: LockPayout;
}

const isBch = ({ contract }: LockPayment): boolean => contract.terms.asset === 'BCH';
const isMoving = ({ contract }: LockPayment): boolean => contract.terms.movesTo !== undefined;
const ends = ({ payout }: LockPayment): boolean => payout.left === 0n;
const larger = (one: bigint, other: bigint): bigint => (one < other ? other : one);

/**
 * Returns the satoshis that nodes relay a payment with, no matter what it carries: an NFT with a long commitment needs more than
 * fungible tokens.
 */
const leastPaid = ({ contract, coin: { token } }: LockPayment): bigint =>
  token === undefined
    ? P2SH32_DUST
    : larger(TOKEN_OUTPUT_SATOSHIS, dustOf({ to: contract.terms.recipient, amount: 0n, token }));

/** Returns the most that the lock may give for a payment's fee: of tokens before the end what its output leaves of a share. */
export const lockFeeBound = (payment: LockPayment): bigint => {
  const { terms } = payment.contract;
  const { fees, reserve } = lockBounds(terms);
  if (ends(payment)) return fees[terms.asset].end;
  return terms.asset === 'BCH' ? fees.BCH.pay : reserve - leastPaid(payment);
};

/** Returns the output of a lock of tokens that goes on, whose reserve gives the payout's satoshis and a fee. */
const restOfTokens = (payment: LockPayment, fee: bigint): PlannedOutput => {
  const { contract, coin, payout } = payment;
  const { reserve } = lockBounds(contract.terms);
  const kept = larger(coin.satoshis - leastPaid(payment) - fee, coin.satoshis - reserve);
  return {
    to: contract.lockingBytecode,
    // While a move is pending, the reserve gives nothing.
    amount: isMoving(payment) ? coin.satoshis : larger(kept, reserve),
    ...tokenOf(coin.token?.category ?? '', payout.left),
  };
};

/** Returns the payment's outputs for a fee that the lock gives. Tokens of any kind go along, an NFT of the coin too. */
export const lockPaymentOutputs = (payment: LockPayment, fee: bigint): PlannedOutput[] => {
  const { contract, coin, payout } = payment;
  const to = contract.terms.recipient;
  const { token } = coin;
  const carried = token === undefined ? {} : { token };
  const relayed = (amount: bigint): bigint => larger(amount, leastPaid(payment));
  if (ends(payment)) return [{ to, amount: relayed(coin.satoshis - fee), ...carried }];
  if (isBch(payment))
    return [
      { to: contract.lockingBytecode, amount: payout.left + moveFeeIn(contract.terms) },
      { to, amount: relayed(payout.due - fee), ...carried },
    ];
  const paid = token === undefined ? {} : { token: { ...token, amount: payout.due } };
  return [restOfTokens(payment, fee), { to, amount: leastPaid(payment), ...paid }];
};

/** Returns the transaction by the fee that the lock gives, before anybody pays for it. */
export const shapesOf = (payment: LockPayment): ((fee: bigint) => ContractPart) => {
  const { contract, coin, payout } = payment;
  const call = isMoving(payment) ? 'collect' : 'pay';
  const contractInputs = [{ utxo: lockUtxo(coin), unlocker: contract.unlock(call) }];
  return (fee) => ({
    network: contract.network,
    contractInputs,
    outputs: lockPaymentOutputs(payment, fee),
    locktime: payout.locktime,
  });
};

/** Whether a lock can give a fee: within its bound, and without going below what it must keep or what nodes relay. */
const canGive = (payment: LockPayment, fee: bigint): boolean => {
  const { coin, payout } = payment;
  if (payout.small || fee > lockFeeBound(payment)) return false;
  if (ends(payment)) return coin.satoshis - fee >= leastPaid(payment);
  return isBch(payment)
    ? payout.due - fee >= leastPaid(payment)
    : coin.satoshis - fee - leastPaid(payment) >= lockBounds(payment.contract.terms).reserve;
};

/** Returns the fee that a payment takes from the lock; undefined where a coin has to pay. */
const givenBy = (payment: LockPayment, feeRate?: bigint): bigint | undefined => {
  const fee = feeOf(sizeOf(shapesOf(payment)(0n)), feeRate);
  return canGive(payment, fee) ? fee : undefined;
};

/** Returns what a payment needs beside the lock itself at a fee rate. */
export const lockPaymentNeed = (payment: LockPayment, { feeRate }: BuildOptions = {}): PaymentNeed => {
  if (payment.payout.small) return 'RECIPIENTS_COIN';
  return givenBy(payment, feeRate) === undefined ? 'A_COIN' : 'NOTHING';
};

/**
 * Builds a payment that the lock pays for: complete, signed by nobody, for anybody to send. Undefined where it needs a coin
 * (see {@link lockPaymentNeed}).
 */
export const buildKeylessLockPayment = (
  payment: LockPayment,
  options: BuildOptions = {},
): KeylessTransaction | undefined => {
  const fee = givenBy(payment, options.feeRate);
  return fee === undefined ? undefined : buildKeyless(shapesOf(payment)(fee), options);
};

/**
 * Builds the same payment in the form that wallets take, with nothing in it to sign. Undefined where {@link
 * buildKeylessLockPayment} is.
 */
export const buildKeylessLockClaim = (
  payment: LockPayment,
  options: BuildOptions = {},
): (KeylessTransaction & UnsignedTransaction) | undefined => {
  const fee = givenBy(payment, options.feeRate);
  return fee === undefined ? undefined : buildKeylessClaim(shapesOf(payment)(fee), options);
};

/**
 * Builds a payment whose fee a payer's own coins pay, and what a reserve of tokens does not hold: anybody can make it
 * each time enough is due, the recipient each time anything is. The lock gives nothing, unless it would pay for all at the
 * relay minimum while nodes ask for more: then it gives its bound, and the coins the rest.
 *
 * @throws CovenantError PUSH_TOO_SMALL when only the recipient's own coin will do and the payer is somebody else; MOVE_PENDING
 *   where a move is the reason
 * @throws InsufficientFundsError
 */
export const buildPaidLockPayment = (
  payment: LockPayment,
  payer: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  const { contract, payout } = payment;
  const own = partyHash(lockingBytecodeOf(payer.hash));
  const isTheirs = binsAreEqual(own, partyHash(contract.terms.recipient));
  if (isMoving(payment) && !isTheirs)
    throw covenantError(
      'MOVE_PENDING',
      'A move of the lock is pending: until it is finished or undone, the lock pays by a coin of its recipient alone',
    );
  if (payout.small && !isTheirs)
    throw covenantError(
      'PUSH_TOO_SMALL',
      'The payment of the lock is too small to pay its own fee: add a coin of the recipient',
    );
  const bound = lockFeeBound(payment);
  const helps = canGive(payment, bound) && givenBy(payment) !== undefined && givenBy(payment, feeRate) === undefined;
  return assemble({
    ...shapesOf(payment)(helps ? bound : 0n),
    wallet: payout.small ? { ...payer, coins: ownCoins(payer) } : payer,
    change: 'last',
    feeRate,
    userPrompt: 'Pay the recipient the claimable amount',
  });
};
