import { P2SH32_DUST } from '../../chain/amounts.js';
import type { Party } from '../../chain/party.js';
import type { PlannedOutput, TransactionPlan } from '../../transaction/assemble.js';
import type { PlanPayout } from '../payout/plan-payout.types.js';
import { hasNotice, streamOutputs, type PlanClockCoin, type PlanCoin } from '../plan-coin.js';
import type { PlanContract } from '../plan-contract.js';
import { PLAN_TOKEN_PAYOUT_SATOSHIS } from '../plan-limits.js';
import { clockInput, streamInputs } from './sender-move.js';

/** A payment to be built: the stream as it stands, and what `planPayout` found. */
export interface PlanPayment {
  readonly contract: PlanContract;
  readonly coin: PlanCoin;
  /** Of a stream under notice; spent where the payment is the last. */
  readonly clock: PlanClockCoin | undefined;
  /** Taken from the note of the funding: the state holds only its hash. */
  readonly recipient: Party;
  readonly payout: PlanPayout;
}

/** The inputs and outputs of a payment. */
export type PlanPaymentShape = Pick<
  TransactionPlan,
  'network' | 'contractInputs' | 'outputs' | 'locktime' | 'burnsClock'
>;

const ends = ({ payout }: PlanPayment): boolean => payout.left === 0n;

/**
 * Returns the satoshis beside the fee that a payment takes from the reserve, or from its payer: those of a token
 * payout's output.
 */
export const payoutSatoshis = ({ coin }: PlanPayment): bigint =>
  coin.companion === undefined ? 0n : PLAN_TOKEN_PAYOUT_SATOSHIS;

const payee = ({ coin, recipient, payout }: PlanPayment): PlannedOutput =>
  coin.companion === undefined
    ? { to: recipient, amount: payout.due }
    : {
        to: recipient,
        amount: PLAN_TOKEN_PAYOUT_SATOSHIS,
        token: { category: coin.companion.category, amount: payout.due },
      };

const inputsOf = (payment: PlanPayment): TransactionPlan['contractInputs'] => {
  const { contract, coin, clock } = payment;
  const inputs = streamInputs(contract, coin, 'pay');
  if (!ends(payment) || !hasNotice(coin)) return inputs;
  if (clock === undefined) throw new RangeError('A stream under notice ends with its clock');
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
 *
 * @throws RangeError when it ends a stream under notice and no clock is given
 */
export const shapesOf = (payment: PlanPayment): ((taken: bigint) => PlanPaymentShape) => {
  const contractInputs = inputsOf(payment);
  return (taken) => ({
    network: payment.contract.network,
    contractInputs,
    outputs: outputsOf(payment, taken),
    locktime: payment.payout.locktime,
    burnsClock: ends(payment),
  });
};
