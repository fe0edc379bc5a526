import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import { lockingBytecodeOf } from '../../../chain/address.js';
import { clockUtxo, type ClockCoin } from '../../../contract/clock-coin.js';
import { companionUtxo, tokenOf } from '../../../contract/companion-coin.js';
import { fixedUnlocker } from '../../../contract/fixed-unlocker.js';
import {
  feeOf,
  sizeOf,
  type PlannedInput,
  type PlannedOutput,
  type TransactionPlan,
} from '../../../transaction/assemble.js';
import type { BuildOptions } from '../../../transaction/build-options.js';
import { vestingToken, vestingUtxo } from '../../vesting-coin.js';
import type { TokenVestingContract } from '../../vesting-contract.js';
import type { VestingPayout } from '../../vesting-payout.js';
import type { TokenVestingCoin } from '../token-vesting-coin.js';
import { TOKEN_VESTING_PAYOUT_SATOSHIS, TOKEN_VESTING_STATE_FLOOR } from '../token-vesting-rules.js';

/** What a payment of tokens spends. The clock is known from the cancel on; only a close spends it. */
export interface TokenVestingPayment {
  readonly contract: TokenVestingContract;
  readonly coin: TokenVestingCoin;
  readonly clock?: ClockCoin | undefined;
  readonly payout: VestingPayout;
}

/** The part of a payment that the contract determines, before anybody's coins are added. */
export type TokenPaymentShape = Pick<
  TransactionPlan,
  'network' | 'contractInputs' | 'outputs' | 'locktime' | 'burnsClock'
>;

/** Whether the stream of a payment is cancelled. */
export const isCancelled = ({ coin }: TokenVestingPayment): boolean => coin.state.status === 'CANCELLED';

/** Whether a payment pays all that is left, which ends the deployment. */
export const closes = ({ payout }: TokenVestingPayment): boolean => payout.left === 0n;

/** Plans the inputs of every transition: state and companion. */
export const pairInputs = (
  contract: TokenVestingContract,
  coin: TokenVestingCoin,
  unlocker: PlannedInput['unlocker'],
): PlannedInput[] => [
  { utxo: vestingUtxo(coin), unlocker: fixedUnlocker(unlocker) },
  { utxo: companionUtxo(coin, contract.asset.category), unlocker: fixedUnlocker(contract.companion.unlock.spend()) },
];

/** Plans the recipient's output of a payment. */
export const payoutOf = ({ parameters, asset }: TokenVestingContract, due: bigint): PlannedOutput => ({
  to: lockingBytecodeOf(parameters.recipient),
  amount: TOKEN_VESTING_PAYOUT_SATOSHIS,
  ...tokenOf(asset.category, due),
});

/** Plans the companion's successor, with fewer tokens and the same satoshis. */
export const companionAfter = (
  { companion, asset }: TokenVestingContract,
  coin: TokenVestingCoin,
  due: bigint,
): PlannedOutput => ({
  to: companion.lockingBytecode,
  amount: coin.companion.satoshis,
  ...tokenOf(asset.category, coin.companion.amount - due),
});

const inputsOf = (payment: TokenVestingPayment, signed: boolean): PlannedInput[] => {
  const { contract, coin, clock } = payment;
  const key = signed ? placeholderPublicKey() : new Uint8Array();
  const signature = signed ? placeholderSignature() : new Uint8Array();
  const pair = pairInputs(contract, coin, contract.script.unlock.claim(key, signature));
  if (!closes(payment) || !isCancelled(payment)) return pair;
  if (clock === undefined)
    throw new RangeError('The last payment of a cancelled stream ends its clock too: the clock is missing');
  return [...pair, { utxo: clockUtxo(clock, coin.category), unlocker: fixedUnlocker(contract.clock.unlock.spend()) }];
};

/** Plans the outputs of a close: what is left of the reserve, and tokens beyond the total, return to the sender. */
const closingOutputs = (payment: TokenVestingPayment, taken: bigint): PlannedOutput[] => {
  const { contract, coin, clock, payout } = payment;
  const held = coin.satoshis + coin.companion.satoshis + (isCancelled(payment) ? (clock?.satoshis ?? 0n) : 0n);
  const back = tokenOf(contract.asset.category, coin.companion.amount - payout.due);
  return [
    payoutOf(contract, payout.due),
    { to: lockingBytecodeOf(contract.parameters.sender), amount: held - taken, ...back },
  ];
};

/**
 * Plans the outputs of any other payment: the state keeps what it held; where that is less than it must keep, the
 * payer adds the difference.
 */
const continuingOutputs = ({ contract, coin, payout }: TokenVestingPayment, taken: bigint): PlannedOutput[] => {
  const kept = coin.satoshis - taken;
  const state = { ...coin.state, released: payout.vested, latest: payout.locktime };
  const amount = kept < TOKEN_VESTING_STATE_FLOOR ? TOKEN_VESTING_STATE_FLOOR : kept;
  return [
    { to: contract.lockingBytecode, amount, token: vestingToken(coin.category, state) },
    companionAfter(contract, coin, payout.due),
    payoutOf(contract, payout.due),
  ];
};

/**
 * How a payment is built for the satoshis it takes from the contract, and what it costs in all: the fee of its size,
 * and the payout's satoshis.
 */
export interface TokenPaymentPlan {
  readonly cost: bigint;
  readonly shape: (taken: bigint) => TokenPaymentShape;
}

/**
 * Plans a payment.
 *
 * @param signed whether the recipient signs: a claim. Nobody signs a push.
 * @throws RangeError when it closes a cancelled stream and no clock is given
 */
export const planPayment = (
  payment: TokenVestingPayment,
  signed: boolean,
  { feeRate }: BuildOptions,
): TokenPaymentPlan => {
  const contractInputs = inputsOf(payment, signed);
  const shape = (taken: bigint): TokenPaymentShape => ({
    network: payment.contract.network,
    contractInputs,
    outputs: closes(payment) ? closingOutputs(payment, taken) : continuingOutputs(payment, taken),
    locktime: payment.payout.locktime,
    burnsClock: closes(payment),
  });
  return { shape, cost: feeOf(sizeOf(shape(0n)), feeRate) + TOKEN_VESTING_PAYOUT_SATOSHIS };
};
