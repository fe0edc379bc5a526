import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import { lockingBytecodeOf } from '../../chain/address.js';
import { P2PKH_DUST } from '../../chain/dust.js';
import { clockUtxo, type ClockCoin } from '../../contract/clock-coin.js';
import { fixedUnlocker } from '../../contract/fixed-unlocker.js';
import type { PlannedInput, PlannedOutput, TransactionPlan } from '../../transaction/assemble.js';
import { vestingToken, vestingUtxo, type VestingCoin } from '../vesting-coin.js';
import { VESTING_SHARE_PAID_PUSH, VESTING_STATE_FLOOR, type VestingContract } from '../vesting-contract.js';
import type { VestingPayout } from '../vesting-payout.js';

/** What a payment to the recipient spends. The clock is known from the cancel on; only a close spends it. */
export interface VestingPayment {
  readonly contract: VestingContract;
  readonly coin: VestingCoin;
  readonly clock?: ClockCoin | undefined;
  readonly payout: VestingPayout;
}

/** The part of a payment that the contract determines, before anybody's coins are added. */
export type VestingPaymentShape = Pick<
  TransactionPlan,
  'network' | 'contractInputs' | 'outputs' | 'locktime' | 'burnsClock'
>;

/** Whether the stream of a payment is cancelled. */
export const isCancelled = ({ coin }: VestingPayment): boolean => coin.state.status === 'CANCELLED';

/** Whether a payment pays all that is left, which ends the deployment. */
export const closes = ({ payout }: VestingPayment): boolean => payout.left === 0n;

/** Returns the satoshis of all contract outputs that a payment spends. */
export const heldBy = (payment: VestingPayment): bigint =>
  payment.coin.satoshis + (closes(payment) ? (payment.clock?.satoshis ?? 0n) : 0n);

/** Returns the satoshis that the state must keep after a payment that is not the last, whoever pays the fee. */
export const leastKept = (payment: VestingPayment): bigint => {
  const { due, left } = payment.payout;
  const fromSendersShare = isCancelled(payment) && due >= VESTING_SHARE_PAID_PUSH;
  return VESTING_STATE_FLOOR + (fromSendersShare ? 0n : left);
};

const inputsOf = (payment: VestingPayment, signed: boolean): PlannedInput[] => {
  const { contract, coin, clock } = payment;
  const key = signed ? placeholderPublicKey() : new Uint8Array();
  const signature = signed ? placeholderSignature() : new Uint8Array();
  const state = { utxo: vestingUtxo(coin), unlocker: fixedUnlocker(contract.script.unlock.claim(key, signature)) };
  if (!closes(payment) || !isCancelled(payment)) return [state];
  if (clock === undefined)
    throw new RangeError('The last payment of a cancelled stream ends its clock too: the clock is missing');
  return [state, { utxo: clockUtxo(clock, coin.category), unlocker: fixedUnlocker(contract.clock.unlock.spend()) }];
};

/**
 * Plans the outputs of a close. Pushes paid from the sender's share can leave less than is due: then the recipient
 * gets everything there is.
 */
const closingOutputs = (payment: VestingPayment, fee: bigint): PlannedOutput[] => {
  const { contract, payout } = payment;
  const rest = heldBy(payment) - payout.due - fee;
  const paid = {
    to: lockingBytecodeOf(contract.parameters.recipient),
    amount: rest < 0n ? payout.due + rest : payout.due,
  };
  return rest < P2PKH_DUST ? [paid] : [paid, { to: lockingBytecodeOf(contract.parameters.sender), amount: rest }];
};

/**
 * Plans the outputs of any other payment: the state keeps what it held; where that is less than it must keep, the
 * payer adds the difference.
 */
const continuingOutputs = (payment: VestingPayment, fee: bigint): PlannedOutput[] => {
  const { contract, coin, payout } = payment;
  const rest = coin.satoshis - payout.due - fee;
  const least = leastKept(payment);
  const state = { ...coin.state, released: payout.vested, latest: payout.locktime };
  return [
    { to: contract.lockingBytecode, amount: rest < least ? least : rest, token: vestingToken(coin.category, state) },
    { to: lockingBytecodeOf(contract.parameters.recipient), amount: payout.due },
  ];
};

/**
 * Plans a payment for any part of the fee (satoshis) that the contract pays.
 *
 * @param signed whether the recipient signs: a claim. Nobody signs a push.
 * @throws RangeError when it closes a cancelled stream and no clock is given
 */
export const shapesOf = (payment: VestingPayment, signed: boolean): ((fee: bigint) => VestingPaymentShape) => {
  const contractInputs = inputsOf(payment, signed);
  return (fee) => ({
    network: payment.contract.network,
    contractInputs,
    outputs: closes(payment) ? closingOutputs(payment, fee) : continuingOutputs(payment, fee),
    locktime: payment.payout.locktime,
    burnsClock: closes(payment),
  });
};
