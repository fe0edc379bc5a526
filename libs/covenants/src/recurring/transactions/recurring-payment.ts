import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import type { ClockCoin } from '../../contract/clock-coin.js';
import { feeOf, sizeOf, type PlannedInput, type PlannedOutput } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import type { RecurringCoin } from '../recurring-coin.js';
import type { RecurringContract } from '../recurring-contract.js';
import type { RecurringPayout } from '../recurring-payout.js';
import { leastKept } from '../recurring-rules.js';
import { isNoticed } from '../recurring-state.js';
import {
  clockInput,
  payoutOutput,
  returnOutputs,
  satoshisOf,
  stateInputs,
  stateOutputs,
  type RecurringShape,
} from './recurring-pair.js';

/** What a payment to the recipient spends. The clock is known while a notice runs; only the last payment spends it. */
export interface RecurringPayment {
  readonly contract: RecurringContract;
  readonly coin: RecurringCoin;
  readonly clock?: ClockCoin | undefined;
  readonly payout: RecurringPayout;
}

/** Returns the satoshis of principal that a payment takes out of the state. */
export const dueSatoshis = ({ contract, payout }: RecurringPayment): bigint =>
  contract.asset.type === 'BCH' ? payout.due : 0n;

/** Returns the least satoshis that the state keeps where the payment is not the last. */
export const leastAfter = ({ contract, payout }: RecurringPayment): bigint =>
  leastKept(contract.parameters.plan, contract.asset, payout.state.paid);

const endsClock = ({ coin, payout }: RecurringPayment): boolean => payout.closes && isNoticed(coin.state);

const inputsOf = (payment: RecurringPayment, signed: boolean): PlannedInput[] => {
  const { contract, coin, clock } = payment;
  const key = signed ? placeholderPublicKey() : new Uint8Array();
  const signature = signed ? placeholderSignature() : new Uint8Array();
  const inputs = stateInputs(contract, coin, contract.script.unlock.claim(key, signature));
  if (!endsClock(payment)) return inputs;
  if (clock === undefined)
    throw new RangeError('The last payment under notice ends its clock too: the clock is missing');
  return [...inputs, clockInput(contract, clock, coin.category)];
};

/**
 * Plans the outputs of the last payment: what is left of the reserve, and tokens beyond the total, return to the
 * sender.
 */
const closingOutputs = (payment: RecurringPayment, taken: bigint): PlannedOutput[] => {
  const { contract, coin, clock, payout } = payment;
  const held = satoshisOf(coin, endsClock(payment) ? clock : undefined) - dueSatoshis(payment);
  const surplus = (coin.companion?.amount ?? 0n) - payout.due;
  return [
    payoutOutput(contract, payout.due),
    ...returnOutputs(contract, contract.parameters.sender, held - taken, surplus),
  ];
};

/**
 * Plans the outputs of any other payment: the state keeps what it held; where that is less than it must keep, the
 * payer adds the difference.
 */
const continuingOutputs = (payment: RecurringPayment, taken: bigint): PlannedOutput[] => {
  const { contract, coin, payout } = payment;
  const kept = coin.satoshis - dueSatoshis(payment) - taken;
  const least = leastAfter(payment);
  const next = { state: payout.state, satoshis: kept < least ? least : kept };
  return [...stateOutputs(contract, coin, next, payout.due), payoutOutput(contract, payout.due)];
};

/**
 * How a payment is built for the satoshis it takes from the contract, and what it costs in all: the fee of its size,
 * and the satoshis of a token payout.
 */
export interface RecurringPaymentPlan {
  readonly cost: bigint;
  readonly shape: (taken: bigint) => RecurringShape;
}

/**
 * Plans a payment.
 *
 * @param signed whether the recipient signs: a claim. Nobody signs a push.
 * @throws RangeError when it is the last under notice and no clock is given
 */
export const planPayment = (
  payment: RecurringPayment,
  signed: boolean,
  { feeRate }: BuildOptions,
): RecurringPaymentPlan => {
  const { contract, payout } = payment;
  const contractInputs = inputsOf(payment, signed);
  const shape = (taken: bigint): RecurringShape => ({
    network: contract.network,
    contractInputs,
    outputs: payout.closes ? closingOutputs(payment, taken) : continuingOutputs(payment, taken),
    locktime: payout.locktime,
    burnsClock: payout.closes,
  });
  return { shape, cost: feeOf(sizeOf(shape(0n)), feeRate) + contract.rules.payoutSatoshis };
};
