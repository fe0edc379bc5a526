import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import type { ClockCoin } from '../../contract/clock-coin.js';
import { assemble, assembleKeyless, sizeOf, type PlannedInput } from '../../transaction/assemble.js';
import type { KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { completeKeyless } from '../../transaction/keyless.js';
import type { RecurringCoin } from '../recurring-coin.js';
import type { RecurringContract } from '../recurring-contract.js';
import {
  clockInput,
  returnOutputs,
  satoshisOf,
  stateInputs,
  stateOutputs,
  type RecurringShape,
} from './recurring-pair.js';

const keyless = (shape: (fee: bigint) => RecurringShape): KeylessTransaction => {
  const plan = shape(BigInt(sizeOf(shape(0n))));
  return completeKeyless(assembleKeyless(plan), plan);
};

/**
 * Builds the settling of a pause, keyless: from then on nothing falls due, and the sender may resume, or cancel at once.
 * Valid once the clock is `noticeBlocks` old: in the block at the pause's height plus the notice, at the earliest. What
 * is due until then should be pushed before.
 *
 * @param coin in state PAUSING
 */
export const buildRecurringSettle = (
  contract: RecurringContract,
  coin: RecurringCoin,
  clock: ClockCoin,
): KeylessTransaction => {
  const { network, parameters, script } = contract;
  const contractInputs = [
    ...stateInputs(contract, coin, script.unlock.settle()),
    clockInput(contract, clock, coin.category, parameters.noticeBlocks),
  ];
  return keyless((fee) => ({
    network,
    contractInputs,
    outputs: stateOutputs(
      contract,
      coin,
      { state: { ...coin.state, status: 'PAUSED' }, satoshis: coin.satoshis + clock.satoshis - fee },
      0n,
    ),
    locktime: 0n,
  }));
};

/** Everything a deployment still holds, to the sender. */
const planReturn = (
  contract: RecurringContract,
  coin: RecurringCoin,
  contractInputs: PlannedInput[],
  clock?: ClockCoin,
) => {
  const { network, parameters } = contract;
  return (fee: bigint): RecurringShape => ({
    network,
    contractInputs,
    outputs: returnOutputs(contract, parameters.sender, satoshisOf(coin, clock) - fee, coin.companion?.amount ?? 0n),
    locktime: 0n,
    burnsClock: true,
  });
};

/**
 * Builds the refund of a cancelled payment: all it still holds, to the sender, keyless. Valid once the clock is
 * `noticeBlocks` old: in the block at the cancel's height plus the notice, at the earliest.
 */
export const buildRecurringRefund = (
  contract: RecurringContract,
  coin: RecurringCoin,
  clock: ClockCoin,
): KeylessTransaction => {
  const inputs = stateInputs(contract, coin, contract.script.unlock.refund(new Uint8Array(), new Uint8Array()));
  const contractInputs = [...inputs, clockInput(contract, clock, coin.category, contract.parameters.noticeBlocks)];
  return keyless(planReturn(contract, coin, contractInputs, clock));
};

/**
 * Builds the sender's cancel of a settled pause, which returns everything at once: no notice, since nothing fell due
 * after that of the pause. What the payment holds pays the fee.
 *
 * @param coin in state PAUSED, of a cancelable payment
 */
export const buildSettledRecurringCancel = (contract: RecurringContract, coin: RecurringCoin): UnsignedTransaction => {
  const inputs = stateInputs(
    contract,
    coin,
    contract.script.unlock.refund(placeholderPublicKey(), placeholderSignature()),
  );
  const shape = planReturn(contract, coin, inputs);
  const wallet = { hash: contract.parameters.sender, coins: [] };
  const plan = shape(BigInt(sizeOf(shape(0n))));
  return assemble({ ...plan, wallet, change: 'last', userPrompt: 'Cancel the payment; the rest returns at once' });
};
