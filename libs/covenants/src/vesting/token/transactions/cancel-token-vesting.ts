import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import { CLOCK_SATOSHIS } from '../../../contract/clock.js';
import { assemble, feeOf, sizeOf, type TransactionPlan, type WalletCoins } from '../../../transaction/assemble.js';
import type { BuildOptions } from '../../../transaction/build-options.js';
import type { UnsignedTransaction } from '../../../transaction/built-transaction.js';
import { withinBound } from '../../../transaction/contract-part.js';
import type { VestingSplit } from '../../transactions/cancel-vesting.js';
import { vestingToken } from '../../vesting-coin.js';
import type { TokenVestingContract } from '../../vesting-contract.js';
import type { TokenVestingCoin } from '../token-vesting-coin.js';
import {
  TOKEN_VESTING_CANCEL_BOUND,
  TOKEN_VESTING_CANCEL_FLOOR,
  TOKEN_VESTING_PAYOUT_SATOSHIS,
} from '../token-vesting-rules.js';
import { companionAfter, pairInputs, payoutOf } from './token-payment.js';

/**
 * Builds the sender's cancel in token mode: it pays the recipient what is due at the split's locktime, starts the
 * clock, and leaves the rest under notice. The state keeps eight fees for pushes. Where the reserve holds more, it
 * pays for the cancel; otherwise the sender's own coins pay, and add what is missing.
 *
 * @param split from `splitVesting`
 * @throws InsufficientFundsError
 */
export const buildTokenVestingCancel = (
  contract: TokenVestingContract,
  coin: TokenVestingCoin,
  split: VestingSplit,
  sender: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  const contractInputs = pairInputs(
    contract,
    coin,
    contract.script.unlock.cancel(placeholderPublicKey(), placeholderSignature()),
  );
  const payouts = split.paid > 0n ? [payoutOf(contract, split.paid)] : [];
  const shape = (amount: bigint): Pick<TransactionPlan, 'network' | 'contractInputs' | 'outputs' | 'locktime'> => ({
    network: contract.network,
    contractInputs,
    outputs: [
      { to: contract.lockingBytecode, amount, token: vestingToken(coin.category, split.state) },
      companionAfter(contract, coin, split.paid),
      { to: contract.clock.lockingBytecode, amount: CLOCK_SATOSHIS, token: { category: coin.category, amount: 1n } },
      ...payouts,
    ],
    locktime: split.state.latest,
  });
  const size = sizeOf(shape(TOKEN_VESTING_CANCEL_FLOOR));
  const fee = withinBound(feeOf(size, feeRate), TOKEN_VESTING_CANCEL_BOUND - CLOCK_SATOSHIS);
  // The reserve gives the satoshis of clock and payout, as long as it holds enough, even where the sender's coins pay
  // the fee.
  const unpaid = coin.satoshis - CLOCK_SATOSHIS - BigInt(payouts.length) * TOKEN_VESTING_PAYOUT_SATOSHIS;
  const reservePays = unpaid - fee >= TOKEN_VESTING_CANCEL_FLOOR;
  const kept = unpaid > TOKEN_VESTING_CANCEL_FLOOR ? unpaid : TOKEN_VESTING_CANCEL_FLOOR;
  return assemble({
    ...shape(reservePays ? unpaid - fee : kept),
    wallet: sender,
    change: 'last',
    feeRate,
    userPrompt: 'Cancel the stream; the rest returns after the notice',
  });
};
