import { lockingBytecodeOf } from '../../chain/address.js';
import { clockUtxo, type ClockCoin } from '../../contract/clock-coin.js';
import { fixedUnlocker } from '../../contract/fixed-unlocker.js';
import type { WalletCoins } from '../../transaction/assemble.js';
import { buildBeyondBound, buildWithinBound, type BoundedStep } from '../../transaction/bounded-step.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import type { KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { vestingUtxo, type VestingCoin } from '../vesting-coin.js';
import { VESTING_FEE_BOUND, type VestingContract } from '../vesting-contract.js';

/** What a wallet shows with a refund that the sender pays for. */
export const REFUND_PROMPT = 'Take back what is left of the cancelled stream';

const planRefund = (contract: VestingContract, coin: VestingCoin, clock: ClockCoin): BoundedStep => {
  const { network, parameters } = contract;
  const held = coin.satoshis + clock.satoshis;
  const contractInputs = [
    { utxo: vestingUtxo(coin), unlocker: fixedUnlocker(contract.script.unlock.refund()) },
    {
      utxo: clockUtxo(clock, coin.category),
      unlocker: fixedUnlocker(contract.clock.unlock.spend()),
      sequence: parameters.noticeBlocks,
    },
  ];
  return {
    bound: VESTING_FEE_BOUND,
    shape: (fee) => ({
      network,
      contractInputs,
      outputs: [{ to: lockingBytecodeOf(parameters.sender), amount: held - fee }],
      locktime: 0n,
      burnsClock: true,
    }),
  };
};

/**
 * Builds the refund of a cancelled stream, which nobody signs: everything it still holds goes to the sender. Valid
 * once the clock is `noticeBlocks` old, that is from the block at the cancel's height plus the notice. Undefined
 * where nodes ask for more than the fee bound (see {@link buildPaidVestingRefund}).
 */
export const buildVestingRefund = (
  contract: VestingContract,
  coin: VestingCoin,
  clock: ClockCoin,
  options: BuildOptions = {},
): KeylessTransaction | undefined => buildWithinBound(planRefund(contract, coin, clock), options);

/**
 * Builds the same refund for the sender to sign. Their coins pay what nodes ask beyond the fee bound; the covenant
 * allows a second output for their change.
 *
 * @throws InsufficientFundsError
 */
export const buildPaidVestingRefund = (
  contract: VestingContract,
  coin: VestingCoin,
  clock: ClockCoin,
  sender: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction =>
  buildBeyondBound(
    planRefund(contract, coin, clock),
    { wallet: sender, change: 'last', userPrompt: REFUND_PROMPT },
    options,
  );
