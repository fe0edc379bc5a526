import { binsAreEqual } from '@bitauth/libauth';
import { P2SH32_DUST } from '@weir/kinds';
import { lockingBytecodeOf } from '../../chain/address.js';
import { type Party, partyHash } from '../../chain/party.js';
import { covenantError } from '../../errors/covenant-error.js';
import {
  assemble,
  type ContractPart,
  feeOf,
  type PlannedOutput,
  sizeOf,
  type TransactionPlan,
  ownCoins,
  type WalletCoins,
} from '../../transaction/assemble.js';
import type { BuildOptions, KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { completeKeyless, completeKeylessClaim } from '../../transaction/keyless.js';
import { reservePays } from '../payout/plan-payout.js';
import type { PlanPayout } from '../payout/plan-payout.types.js';
import { hasNotice, isMoving, payoutOutput, type PlanClockCoin, type PlanCoin, streamOutputs } from '../plan-coin.js';
import type { PlanCall, PlanContract } from '../plan-contract.js';
import { PLAN_TOKEN_PAYOUT_SATOSHIS } from '../plan-limits.js';
import { clockInput, streamInputs } from './sender-move.js';

/** A payment to be built: the stream as it is, and what `planPayout` found. */
export interface PlanPayment {
  readonly contract: PlanContract;
  readonly coin: PlanCoin;
  /** Of a stream under notice; spent where the payment is the last, which without it throws a RangeError. */
  readonly clock: PlanClockCoin | undefined;
  /** Taken from the note of the funding: the state holds only its hash. */
  readonly recipient: Party;
  readonly payout: PlanPayout;
}

const ends = ({ payout }: PlanPayment): boolean => payout.left === 0n;

/** Whether only a coin of the recipient's own makes a payment, which then pays its fee: the reserve gives nothing. */
const needsRecipient = ({ coin, payout }: PlanPayment): boolean => payout.small || (isMoving(coin) && payout.left > 0n);

const callOf = (payment: PlanPayment): PlanCall => {
  if (ends(payment)) return 'end';
  return isMoving(payment.coin) ? 'collect' : 'pay';
};

/**
 * Returns the satoshis beside the fee that a payment takes from the reserve, or from its payer: those of a token
 * payout's output.
 */
export const payoutSatoshis = ({ coin }: PlanPayment): bigint =>
  coin.companion === undefined ? 0n : PLAN_TOKEN_PAYOUT_SATOSHIS;

const payee = ({ coin, recipient, payout }: PlanPayment): PlannedOutput => payoutOutput(coin, recipient, payout.due);

const inputsOf = (payment: PlanPayment): TransactionPlan['contractInputs'] => {
  const { contract, coin, clock } = payment;
  const inputs = streamInputs(contract, coin, callOf(payment));
  if (!ends(payment) || !hasNotice(coin)) return inputs;
  if (clock === undefined) throw new RangeError('A stream under notice can end only with its clock');
  return [...inputs, clockInput(contract, coin, clock)];
};

/**
 * Returns what a last payment returns to the sender, satoshis: reserve, companion and clock. Below dust it becomes
 * fee.
 */
const restOf = ({ coin, clock }: PlanPayment, taken: bigint): bigint =>
  coin.reserve + (coin.companion?.satoshis ?? 0n) + (hasNotice(coin) ? (clock?.satoshis ?? 0n) : 0n) - taken;

const outputsOf = (payment: PlanPayment, taken: bigint): PlannedOutput[] => {
  const { contract, coin, payout } = payment;
  if (!ends(payment)) {
    const next = { ...coin, state: payout.state, principal: payout.left, reserve: coin.reserve - taken };
    return [...streamOutputs(contract, next), payee(payment)];
  }
  const rest = restOf(payment, taken);
  return [payee(payment), ...(rest >= P2SH32_DUST ? [{ to: contract.terms.sender, amount: rest }] : [])];
};

/**
 * Plans a payment for any amount of satoshis taken from the reserve: the fee, and the payout's output.
 */
export const shapesOf = (payment: PlanPayment): ((taken: bigint) => ContractPart) => {
  const contractInputs = inputsOf(payment);
  return (taken) => ({
    network: payment.contract.network,
    contractInputs,
    outputs: outputsOf(payment, taken),
    locktime: payment.payout.locktime,
    burnsClock: ends(payment),
  });
};

/** What a payment needs beside the stream itself. */
export type PaymentNeed =
  /** The reserve pays: nobody signs, and anybody may send it. */
  | 'NOTHING'
  /** Anybody's coin: the payment is too small a part for the reserve to pay for, or nodes ask for more than its fee. */
  | 'A_COIN'
  /**
   * A coin of the recipient's own, as the last input: while a notice runs the payment is too small for anybody else, or a move to
   * another address is pending.
   */
  | 'RECIPIENTS_COIN';

/** Returns the satoshis that a payment may take from the reserve. */
const boundOf = (payment: PlanPayment): bigint => {
  const { fee, floor } = payment.contract.terms;
  return ends(payment) ? floor : fee;
};

/**
 * Returns what the reserve would have to give at a fee rate: the fee of the built size, and the satoshis of a
 * payout's output.
 */
const takenBy = (payment: PlanPayment, shape: (taken: bigint) => ContractPart, feeRate?: bigint): bigint =>
  feeOf(sizeOf(shape(boundOf(payment))), feeRate) + payoutSatoshis(payment);

/**
 * Whether the contract pays. The largest shape decides: a last payment that returns nothing to the sender is smaller,
 * and all that is left becomes its fee.
 */
const isCovered = (payment: PlanPayment, taken: bigint): boolean =>
  !needsRecipient(payment) && taken <= boundOf(payment) && reservePays(payment.contract, payment.coin, payment.payout);

/**
 * Returns the satoshis that the contract gives to a payment that nobody else pays for; undefined where it does not
 * cover it.
 */
const coveredBy = (
  payment: PlanPayment,
  shape: (taken: bigint) => ContractPart,
  feeRate?: bigint,
): bigint | undefined => {
  const least = takenBy(payment, shape, feeRate);
  // Only a last payment gets smaller by what it takes. Any other leaves a reserve, which may be less than nodes ask for.
  const fee = payment.payout.left === 0n ? feeOf(sizeOf(shape(least)), feeRate) + payoutSatoshis(payment) : least;
  return isCovered(payment, fee) ? fee : undefined;
};

/**
 * Returns what a payment needs at a fee rate.
 */
export const planPaymentNeed = (payment: PlanPayment, { feeRate }: BuildOptions = {}): PaymentNeed => {
  if (needsRecipient(payment)) return 'RECIPIENTS_COIN';
  return coveredBy(payment, shapesOf(payment), feeRate) === undefined ? 'A_COIN' : 'NOTHING';
};

/**
 * Builds a payment that the stream's reserve pays for: complete, signed by nobody, for anybody to send. Undefined
 * where it needs a coin (see {@link planPaymentNeed}).
 */
export const buildKeylessPlanPayment = (
  payment: PlanPayment,
  { feeRate }: BuildOptions = {},
): KeylessTransaction | undefined => {
  const shape = shapesOf(payment);
  const taken = coveredBy(payment, shape, feeRate);
  if (taken === undefined) return undefined;
  return completeKeyless(shape(taken));
};

/**
 * Builds the same payment in the form that wallets take, with nothing in it to sign. Undefined where {@link
 * buildKeylessPlanPayment} is.
 */
export const buildKeylessPlanClaim = (
  payment: PlanPayment,
  { feeRate }: BuildOptions = {},
): (KeylessTransaction & UnsignedTransaction) | undefined => {
  const shape = shapesOf(payment);
  const taken = coveredBy(payment, shape, feeRate);
  return taken === undefined ? undefined : completeKeylessClaim(shape(taken));
};

/**
 * Builds a payment whose fee a payer's own coins pay: anybody can make it each time something is due. The reserve is
 * left alone unless it would cover the payment at the relay minimum while nodes ask for more: then it gives its
 * bound, and the coins pay the rest. The payer's coins are behind the stream's, so that under notice, and while a move is pending, the
 * recipient's are the last.
 *
 * @throws CovenantError MOVE_PENDING while a move is pending, when the payer is not the recipient
 * @throws CovenantError PUSH_TOO_SMALL when only the recipient's own coin will do and the payer is somebody else
 * @throws InsufficientFundsError
 */
export const buildPaidPlanPayment = (
  payment: PlanPayment,
  payer: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  const { coin } = payment;
  const byRecipient = needsRecipient(payment);
  const own = partyHash(lockingBytecodeOf(payer.hash));
  if (byRecipient && !binsAreEqual(own, coin.state.recipient)) {
    throw isMoving(coin)
      ? covenantError('MOVE_PENDING', 'A move to another address is pending: until it ends only the recipient collects')
      : covenantError(
          'PUSH_TOO_SMALL',
          'The payment is too small to pay its own fee during the notice: add a coin of the recipient',
        );
  }
  const shape = shapesOf(payment);
  const bound = boundOf(payment);
  const helps = isCovered(payment, takenBy(payment, shape)) && takenBy(payment, shape, feeRate) > bound;
  return assemble({
    ...shape(helps ? bound : 0n),
    wallet: byRecipient ? { ...payer, coins: ownCoins(payer) } : payer,
    change: 'last',
    feeRate,
    userPrompt: 'Pay the recipient the claimable amount',
  });
};
