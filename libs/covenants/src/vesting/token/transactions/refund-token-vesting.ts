import { lockingBytecodeOf } from '../../../chain/address.js';
import { clockUtxo, type ClockCoin } from '../../../contract/clock-coin.js';
import { tokenOf } from '../../../contract/companion-coin.js';
import { fixedUnlocker } from '../../../contract/fixed-unlocker.js';
import type { WalletCoins } from '../../../transaction/assemble.js';
import { buildBeyondBound, buildWithinBound, type BoundedStep } from '../../../transaction/bounded-step.js';
import type { BuildOptions } from '../../../transaction/build-options.js';
import type { KeylessTransaction, UnsignedTransaction } from '../../../transaction/built-transaction.js';
import { REFUND_PROMPT } from '../../transactions/refund-vesting.js';
import type { TokenVestingContract } from '../../vesting-contract.js';
import type { TokenVestingCoin } from '../token-vesting-coin.js';
import { TOKEN_VESTING_REFUND_BOUND } from '../token-vesting-rules.js';
import { pairInputs } from './token-payment.js';

const planRefund = (contract: TokenVestingContract, coin: TokenVestingCoin, clock: ClockCoin): BoundedStep => {
  const { network, parameters, asset } = contract;
  const held = coin.satoshis + coin.companion.satoshis + clock.satoshis;
  const contractInputs = [
    ...pairInputs(contract, coin, contract.script.unlock.refund()),
    {
      utxo: clockUtxo(clock, coin.category),
      unlocker: fixedUnlocker(contract.clock.unlock.spend()),
      sequence: parameters.noticeBlocks,
    },
  ];
  return {
    bound: TOKEN_VESTING_REFUND_BOUND,
    shape: (fee) => ({
      network,
      contractInputs,
      outputs: [
        {
          to: lockingBytecodeOf(parameters.sender),
          amount: held - fee,
          ...tokenOf(asset.category, coin.companion.amount),
        },
      ],
      locktime: 0n,
      burnsClock: true,
    }),
  };
};

/**
 * Builds the refund of a cancelled stream of tokens, which nobody signs: all tokens and satoshis that it still holds
 * go to the sender. Valid once the clock is `noticeBlocks` old, that is from the block at the cancel's height plus
 * the notice. Undefined where nodes ask for more than the refund's bound (see {@link buildPaidTokenVestingRefund}).
 */
export const buildTokenVestingRefund = (
  contract: TokenVestingContract,
  coin: TokenVestingCoin,
  clock: ClockCoin,
  options: BuildOptions = {},
): KeylessTransaction | undefined => buildWithinBound(planRefund(contract, coin, clock), options);

/**
 * Builds the same refund for the sender to sign. Their coins pay what nodes ask beyond the bound, and what is left of
 * these returns with the refund, since the covenant allows no other output.
 *
 * @throws InsufficientFundsError
 */
export const buildPaidTokenVestingRefund = (
  contract: TokenVestingContract,
  coin: TokenVestingCoin,
  clock: ClockCoin,
  sender: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction =>
  buildBeyondBound(
    planRefund(contract, coin, clock),
    { wallet: sender, change: 'merged', userPrompt: REFUND_PROMPT },
    options,
  );
