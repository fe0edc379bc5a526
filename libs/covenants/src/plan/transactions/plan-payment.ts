import { P2SH32_DUST } from '../../chain/dust.js';
import type { Party } from '../../chain/party.js';
import type { PlannedOutput, TransactionPlan } from '../../transaction/assemble.js';
import type { PlanPayout } from '../payout/plan-payout.types.js';
import { hasNotice, streamOutputs, type PlanClockCoin, type PlanCoin } from '../plan-coin.js';
import type { PlanContract } from '../plan-contract.js';
import { PLAN_TOKEN_PAYOUT_SATOSHIS } from '../plan-limits.js';
import { clockInput, streamInputs } from './plan-inputs.js';

/** A payment to be built: the stream as it stands, and what `planPayout` found. */
export interface PlanPayment {
  readonly contract: PlanContract;
  readonly coin: PlanCoin;
  /** Of a stream under notice; spent where the payment ends it. */
  readonly clock: PlanClockCoin | undefined;
  /** Known by the note of the funding; the state has its hash. */
  readonly recipient: Party;
  readonly payout: PlanPayout;
}

export type PlanPaymentShape = Pick<
  TransactionPlan,
  'network' | 'contractInputs' | 'outputs' | 'locktime' | 'burnsClock'
>;

const ends = ({ payout }: PlanPayment): boolean => payout.left === 0n;

/** Satoshis beside the fee that a payment takes from the reserve, or from whoever pays: those of a payout of tokens. */
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

/** What an end returns to the sender: the reserve, the companion's satoshis, the clock's; below dust it is fee. */
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
 * Inputs and outputs of a payment, by the satoshis that it takes from the reserve: fee and payout's output.
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
