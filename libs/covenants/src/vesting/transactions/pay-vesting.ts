import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import { lockingBytecodeOf } from '../../chain/address.js';
import { P2PKH_DUST } from '../../chain/dust.js';
import { assemble, assembleKeyless, sizeOf } from '../../transaction/assemble.js';
import type { PlannedInput, PlannedOutput, TransactionPlan, WalletCoins } from '../../transaction/assemble.js';
import type { KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { completeKeyless } from '../../transaction/keyless.js';
import { VESTING_FEE_BOUND, vestingMinimumPaid, VESTING_SHARE_PAID_PUSH, VESTING_STATE_FLOOR } from '../vesting-contract.js';
import type { VestingContract } from '../vesting-contract.js';
import { clockUtxo, vestingToken, vestingUtxo } from '../vesting-coin.js';
import type { ClockCoin, VestingCoin } from '../vesting-coin.js';
import type { VestingPayout } from '../vesting-payout.js';

/** What a payment to the recipient spends. The clock is there from the cancel on; only a close spends it. */
export interface VestingPayment {
  readonly contract: VestingContract;
  readonly coin: VestingCoin;
  readonly clock?: ClockCoin | undefined;
  readonly payout: VestingPayout;
}

type Shape = Pick<TransactionPlan, 'network' | 'contractInputs' | 'outputs' | 'locktime' | 'burnsClock'>;

const closes = ({ payout }: VestingPayment): boolean => payout.left === 0n;

/** Everything the spent contract outputs hold, satoshis. */
const held = (payment: VestingPayment): bigint => payment.coin.satoshis + (closes(payment) ? (payment.clock?.satoshis ?? 0n) : 0n);

const inputsOf = (payment: VestingPayment, signed: boolean): PlannedInput[] => {
  const { contract, coin, clock } = payment;
  const key = signed ? placeholderPublicKey() : new Uint8Array();
  const signature = signed ? placeholderSignature() : new Uint8Array();
  const state = { utxo: vestingUtxo(coin), unlocker: contract.script.unlock.claim(key, signature) };
  if (!closes(payment) || clock === undefined) return [state];
  return [state, { utxo: clockUtxo(clock, coin.category), unlocker: contract.clock.unlock.spend() }];
};

/** The outputs when the contract itself pays `fee`; the state keeps, or the sender gets, all the rest. */
const outputsOf = (payment: VestingPayment, fee: bigint): PlannedOutput[] => {
  const { contract, coin, payout } = payment;
  const rest = held(payment) - payout.due - fee;
  const recipient = lockingBytecodeOf(contract.parameters.recipient);
  if (!closes(payment)) {
    const state = { ...coin.state, released: payout.vested, latest: payout.locktime };
    return [
      { to: contract.lockingBytecode, amount: rest, token: vestingToken(coin.category, state) },
      { to: recipient, amount: payout.due },
    ];
  }
  const paid: PlannedOutput = { to: recipient, amount: rest < 0n ? payout.due + rest : payout.due };
  return rest < P2PKH_DUST ? [paid] : [paid, { to: lockingBytecodeOf(contract.parameters.sender), amount: rest }];
};

const shapeOf = (payment: VestingPayment, signed: boolean, fee: bigint): Shape => ({
  network: payment.contract.network,
  contractInputs: inputsOf(payment, signed),
  outputs: outputsOf(payment, fee),
  locktime: payment.payout.locktime,
  burnsClock: closes(payment),
});

/** Whether the covenant lets the contract pay a fee for this payment and still keep what it must. */
const mayPay = (payment: VestingPayment, signed: boolean, fee: bigint): boolean => {
  const { contract, coin, payout } = payment;
  const cancelled = coin.state.status === 'CANCELLED';
  if (!signed && !cancelled) return false;
  if (closes(payment)) return true;
  if (fee > VESTING_FEE_BOUND || payout.due < vestingMinimumPaid(contract.parameters.schedule.total)) return false;
  const kept = coin.satoshis - payout.due - fee;
  const sharePaid = cancelled && payout.due >= VESTING_SHARE_PAID_PUSH;
  return kept >= VESTING_STATE_FLOOR + (sharePaid ? 0n : payout.left);
};

/**
 * The fee the contract pays: the built size, or nothing where it may not. A close that returns less than dust to the
 * sender leaves it to the fee; one that holds less than is due leaves exactly the bound, as the covenant demands.
 */
const contractFee = (payment: VestingPayment, signed: boolean): bigint => {
  const size = BigInt(sizeOf(shapeOf(payment, signed, 0n)));
  if (!mayPay(payment, signed, size)) return 0n;
  return closes(payment) && held(payment) - payment.payout.due < VESTING_FEE_BOUND ? VESTING_FEE_BOUND : size;
};

/**
 * Builds the recipient's claim. The contract's reserve pays its fee where the payment is worth it; the recipient's own
 * coins pay otherwise.
 *
 * @throws InsufficientFundsError when the reserve does not pay and the recipient has no plain coins for the fee.
 */
export const buildVestingClaim = (payment: VestingPayment, recipient: WalletCoins): UnsignedTransaction =>
  assemble({ ...shapeOf(payment, true, contractFee(payment, true)), wallet: recipient, change: 'last', userPrompt: 'Claim what has vested' });

/**
 * Builds a push that needs nobody's signature, or undefined where the contract may not pay its fee: while a stream is
 * active, and for payments too small (see {@link buildPaidVestingPush}).
 */
export const buildKeylessVestingPush = (payment: VestingPayment): KeylessTransaction | undefined => {
  const fee = contractFee(payment, false);
  if (fee === 0n) return undefined;
  const shape = shapeOf(payment, false, fee);
  return completeKeyless(assembleKeyless(shape), shape);
};

/**
 * Builds a push whose fee a payer's own coins pay: possible for anybody, at any time something is due.
 *
 * @throws InsufficientFundsError
 */
export const buildPaidVestingPush = (payment: VestingPayment, payer: WalletCoins): UnsignedTransaction =>
  assemble({ ...shapeOf(payment, false, 0n), wallet: payer, change: 'last', userPrompt: 'Pay the recipient what has vested' });
