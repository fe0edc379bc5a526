import { binsAreEqual } from '@bitauth/libauth';
import { P2SH32_DUST } from '@weir/kinds';
import { lockingBytecodeOf } from '../../chain/address.js';
import { type Party, partyHash } from '../../chain/party.js';
import { covenantError } from '../../errors/covenant-error.js';
import { type PlanClockCoin, payoutOutput } from '../../plan/plan-coin.js';
import { PLAN_TOKEN_PAYOUT_SATOSHIS } from '../../plan/plan-limits.js';
import type { PaymentNeed } from '../../plan/transactions/pay-plan.js';
import { clockInput } from '../../plan/transactions/sender-move.js';
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
import { completeKeyless, completeKeylessClaim } from '../../transaction/keyless.js';
import {
  type CalendarCoin,
  calendarInputs,
  calendarOutputs,
  isCalendarMoving,
  isCalendarNoticed,
} from '../calendar-coin.js';
import type { CalendarContract } from '../calendar-contract.js';
import type { CalendarPayout } from '../calendar-payout.js';

/** A payment to be built: the stream as it is, and what `calendarPayout` found. */
export interface CalendarPayment {
  readonly contract: CalendarContract;
  readonly coin: CalendarCoin;
  /** Of a stream under notice; spent where the payment is the last, which without it throws a RangeError. */
  readonly clock: PlanClockCoin | undefined;
  readonly recipient: Party;
  readonly payout: CalendarPayout;
}

const ends = ({ payout }: CalendarPayment): boolean => payout.left === 0n;
/** Whether only a coin of the recipient's own makes a payment, which then pays its fee. */
const needsRecipient = (payment: CalendarPayment): boolean => isCalendarMoving(payment.coin) && !ends(payment);

const inputsOf = (payment: CalendarPayment): ContractPart['contractInputs'] => {
  const { contract, coin, clock, payout } = payment;
  const call = ends(payment) ? 'end' : isCalendarMoving(coin) ? 'collect' : 'pay';
  const inputs = calendarInputs(contract, coin, { call, argument: payout.argument });
  if (!ends(payment) || !isCalendarNoticed(coin)) return inputs;
  if (clock === undefined) throw new RangeError('A stream under notice can end only with its clock');
  return [...inputs, clockInput(contract, coin, clock)];
};

const outputsOf = (payment: CalendarPayment, taken: bigint): PlannedOutput[] => {
  const { contract, coin, clock, recipient, payout } = payment;
  const payee = payoutOutput(coin, recipient, payout.due);
  if (!ends(payment)) {
    const next = { ...coin, state: payout.state, principal: payout.left, reserve: coin.reserve - taken };
    return [...calendarOutputs(contract, next), payee];
  }
  const held =
    coin.reserve + (coin.companion?.satoshis ?? 0n) + (isCalendarNoticed(coin) ? (clock?.satoshis ?? 0n) : 0n);
  const rest = held - taken;
  return [payee, ...(rest >= P2SH32_DUST ? [{ to: contract.terms.sender, amount: rest }] : [])];
};

const shapesOf = (payment: CalendarPayment): ((taken: bigint) => ContractPart) => {
  const contractInputs = inputsOf(payment);
  return (taken) => ({
    network: payment.contract.network,
    contractInputs,
    outputs: outputsOf(payment, taken),
    locktime: payment.payout.locktime,
    burnsClock: ends(payment),
  });
};

/** Returns the satoshis that a payment may take from the reserve: of tranches one more for each byte that it shows. */
const boundOf = (payment: CalendarPayment): bigint => {
  const { contract, payout } = payment;
  const { fee, floor } = contract.terms;
  if (ends(payment)) return floor;
  return fee + (payout.argument instanceof Uint8Array ? BigInt(payout.argument.length) : 0n);
};

const takenBy = (payment: CalendarPayment, shape: (taken: bigint) => ContractPart, feeRate?: bigint): bigint =>
  feeOf(sizeOf(shape(boundOf(payment))), feeRate) +
  (payment.coin.companion === undefined ? 0n : PLAN_TOKEN_PAYOUT_SATOSHIS);

/** Whether the reserve has what a payment takes, and keeps its floor. */
const isCovered = (payment: CalendarPayment, taken: bigint): boolean =>
  !needsRecipient(payment) &&
  taken <= boundOf(payment) &&
  (ends(payment) || payment.coin.reserve - taken >= payment.contract.terms.floor);

/** Returns the part of a payment that the reserve pays for; undefined where it does not. */
const coveredPart = (payment: CalendarPayment, feeRate?: bigint): ContractPart | undefined => {
  const shape = shapesOf(payment);
  const taken = takenBy(payment, shape, feeRate);
  return isCovered(payment, taken) ? shape(taken) : undefined;
};

/** Returns what a payment needs at a fee rate. */
export const calendarPaymentNeed = (payment: CalendarPayment, { feeRate }: BuildOptions = {}): PaymentNeed => {
  if (needsRecipient(payment)) return 'RECIPIENTS_COIN';
  return coveredPart(payment, feeRate) === undefined ? 'A_COIN' : 'NOTHING';
};

/**
 * Builds a payment that the stream's reserve pays for: complete, signed by nobody, for anybody to send. Undefined while a move is pending,
 * and where nodes ask for more than the reserve may give: then it needs a coin ({@link buildPaidCalendarPayment}).
 */
export const buildKeylessCalendarPayment = (
  payment: CalendarPayment,
  { feeRate }: BuildOptions = {},
): KeylessTransaction | undefined => {
  const part = coveredPart(payment, feeRate);
  return part && completeKeyless(part);
};

/** Builds the same payment in the form that wallets take, with nothing in it to sign; undefined where the other is. */
export const buildKeylessCalendarClaim = (
  payment: CalendarPayment,
  { feeRate }: BuildOptions = {},
): (KeylessTransaction & UnsignedTransaction) | undefined => {
  const part = coveredPart(payment, feeRate);
  return part && completeKeylessClaim(part);
};

/**
 * Builds a payment whose fee a payer's own coins pay, behind the stream's. The reserve is left alone.
 *
 * @throws CovenantError MOVE_PENDING while a move is pending, when the payer is not the recipient
 * @throws InsufficientFundsError
 */
export const buildPaidCalendarPayment = (
  payment: CalendarPayment,
  payer: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  const byRecipient = needsRecipient(payment);
  if (byRecipient && !binsAreEqual(partyHash(lockingBytecodeOf(payer.hash)), payment.coin.state.recipient))
    throw covenantError(
      'MOVE_PENDING',
      'A move to another address is pending: until it ends only the recipient collects',
    );
  return assemble({
    ...shapesOf(payment)(0n),
    wallet: byRecipient ? { ...payer, coins: ownCoins(payer) } : payer,
    change: 'last',
    feeRate,
    userPrompt: 'Pay the recipient the claimable amount',
  });
};
