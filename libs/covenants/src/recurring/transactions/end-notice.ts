import { placeholderPublicKey, placeholderSignature, type Utxo } from 'cashscript';
import type { ClockCoin } from '../../contract/clock-coin.js';
import type { PlannedInput, WalletCoins } from '../../transaction/assemble.js';
import { buildBeyondBound, buildWithinBound, type BoundedStep } from '../../transaction/bounded-step.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import type { KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import type { RecurringCoin } from '../recurring-coin.js';
import type { RecurringContract } from '../recurring-contract.js';
import { clockInput, returnOutputs, satoshisOf, stateInputs, stateOutputs } from './recurring-pair.js';

const planSettle = (contract: RecurringContract, coin: RecurringCoin, clock: ClockCoin): BoundedStep => {
  const { network, parameters, script, rules } = contract;
  const contractInputs = [
    ...stateInputs(contract, coin, script.unlock.settle()),
    clockInput(contract, clock, coin.category, parameters.noticeBlocks),
  ];
  const state = { ...coin.state, status: 'PAUSED' } as const;
  const satoshis = coin.satoshis + clock.satoshis;
  return {
    bound: rules.settleBound,
    shape: (fee) => ({
      network,
      contractInputs,
      outputs: stateOutputs(contract, coin, { state, satoshis: satoshis - fee }, 0n),
      locktime: 0n,
    }),
  };
};

/**
 * Builds the settling of a pause, which nobody signs: from then on nothing falls due, and the sender may resume, or
 * cancel at once. Valid once the clock is `noticeBlocks` old, that is from the block at the pause's height plus the
 * notice. Push what is due by then first. Undefined where nodes ask for more than the settling's bound (see {@link
 * buildPaidRecurringSettle}).
 *
 * @param coin in state PAUSING
 */
export const buildRecurringSettle = (
  contract: RecurringContract,
  coin: RecurringCoin,
  clock: ClockCoin,
  options: BuildOptions = {},
): KeylessTransaction | undefined => buildWithinBound(planSettle(contract, coin, clock), options);

/**
 * Builds the same settling with anybody's coins paying what nodes ask beyond the bound.
 *
 * @throws InsufficientFundsError
 */
export const buildPaidRecurringSettle = (
  contract: RecurringContract,
  coin: RecurringCoin,
  clock: ClockCoin,
  payer: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction =>
  buildBeyondBound(
    planSettle(contract, coin, clock),
    { wallet: payer, change: 'last', userPrompt: 'Settle the pause' },
    options,
  );

/** Returns where change goes: for tokens the covenant allows no output but the sender's own. */
const changeOf = ({ asset }: RecurringContract): 'last' | 'merged' => (asset.type === 'BCH' ? 'last' : 'merged');

/** Plans the return of everything that a deployment still holds to the sender. */
const planReturn = (
  contract: RecurringContract,
  coin: RecurringCoin,
  contractInputs: PlannedInput[],
  clock?: ClockCoin,
): BoundedStep => {
  const { network, parameters, rules } = contract;
  return {
    bound: rules.refundBound,
    shape: (fee) => ({
      network,
      contractInputs,
      outputs: returnOutputs(contract, parameters.sender, satoshisOf(coin, clock) - fee, coin.companion?.amount ?? 0n),
      locktime: 0n,
      burnsClock: true,
    }),
  };
};

const planRefund = (contract: RecurringContract, coin: RecurringCoin, clock: ClockCoin): BoundedStep => {
  const inputs = stateInputs(contract, coin, contract.script.unlock.refund(new Uint8Array(), new Uint8Array()));
  const contractInputs = [...inputs, clockInput(contract, clock, coin.category, contract.parameters.noticeBlocks)];
  return planReturn(contract, coin, contractInputs, clock);
};

/**
 * Builds the refund of a cancelled payment, which nobody signs: everything it still holds goes to the sender. Valid
 * once the clock is `noticeBlocks` old, that is from the block at the cancel's height plus the notice. Undefined
 * where nodes ask for more than the refund's bound (see {@link buildPaidRecurringRefund}).
 */
export const buildRecurringRefund = (
  contract: RecurringContract,
  coin: RecurringCoin,
  clock: ClockCoin,
  options: BuildOptions = {},
): KeylessTransaction | undefined => buildWithinBound(planRefund(contract, coin, clock), options);

/**
 * Builds the same refund for the sender to sign; their coins pay what nodes ask beyond the bound.
 *
 * @throws InsufficientFundsError
 */
export const buildPaidRecurringRefund = (
  contract: RecurringContract,
  coin: RecurringCoin,
  clock: ClockCoin,
  sender: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction =>
  buildBeyondBound(
    planRefund(contract, coin, clock),
    { wallet: sender, change: changeOf(contract), userPrompt: 'Take back what is left of the cancelled payment' },
    options,
  );

/**
 * Builds the sender's cancel of a settled pause, which returns everything at once: the notice of the pause has
 * passed, and nothing fell due since. What the payment holds pays the fee up to the refund's bound, the sender's
 * coins the rest.
 *
 * @param coin in state PAUSED, of a cancelable payment
 * @param coins of the sender
 * @throws InsufficientFundsError
 */
export const buildSettledRecurringCancel = (
  contract: RecurringContract,
  coin: RecurringCoin,
  coins: readonly Utxo[] = [],
  options: BuildOptions = {},
): UnsignedTransaction => {
  const inputs = stateInputs(
    contract,
    coin,
    contract.script.unlock.refund(placeholderPublicKey(), placeholderSignature()),
  );
  const wallet = { hash: contract.parameters.sender, coins };
  return buildBeyondBound(
    planReturn(contract, coin, inputs),
    { wallet, change: changeOf(contract), userPrompt: 'Cancel the payment; the rest returns at once' },
    options,
  );
};
