import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import { vestedAmount } from '@weir/vesting';
import { lockingBytecodeOf } from '../../chain/address.js';
import type { VestingAsset } from '../../contract/asset.js';
import { CLOCK_SATOSHIS } from '../../contract/clock.js';
import { fixedUnlocker } from '../../contract/fixed-unlocker.js';
import {
  assemble,
  feeOf,
  sizeOf,
  type PlannedOutput,
  type TransactionPlan,
  type WalletCoins,
} from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import type { UnsignedTransaction } from '../../transaction/built-transaction.js';
import { withinBound } from '../../transaction/contract-part.js';
import { vestingToken, vestingUtxo, type VestingCoin } from '../vesting-coin.js';
import { VESTING_FEE_BOUND, VESTING_STATE_FLOOR, type VestingContract } from '../vesting-contract.js';
import { smallestPayment } from '../vesting-payout.js';
import type { VestingState } from '../vesting-state.js';

/** How a cancel at a locktime divides a stream. Units of the asset. */
export interface VestingSplit {
  readonly vested: bigint;
  /** Paid to the recipient by the cancel itself. An amount due below dust stays, for a later push to include. */
  readonly paid: bigint;
  /** Principal that waits for the notice: the sender's, less what still vests until the refund. */
  readonly left: bigint;
  readonly state: VestingState;
}

/**
 * Returns the split of a cancel; undefined when the stream cannot be cancelled then: it is not cancelable, is
 * cancelled already, or has vested completely.
 *
 * @param locktime Unix seconds
 */
export const splitVesting = (
  contract: VestingContract<VestingAsset>,
  state: VestingState,
  locktime: bigint,
): VestingSplit | undefined => {
  const { schedule, noticeBlocks } = contract.parameters;
  const vested = vestedAmount(schedule, locktime);
  if (noticeBlocks === 0 || state.status !== 'ACTIVE' || locktime < state.latest || vested >= schedule.total)
    return undefined;
  const due = vested - state.released;
  const paid = due >= smallestPayment(contract.asset) ? due : 0n;
  const released = state.released + paid;
  return { vested, paid, left: schedule.total - released, state: { status: 'CANCELLED', released, latest: locktime } };
};

/**
 * Builds the sender's cancel: it pays the recipient what is due at the split's locktime, starts the clock, and leaves
 * the rest under notice. Where the reserve holds enough it pays for the clock and for the fee up to its bound; the
 * sender's own coins pay the rest, or everything.
 *
 * @param split from {@link splitVesting}
 * @throws InsufficientFundsError
 */
export const buildVestingCancel = (
  contract: VestingContract,
  coin: VestingCoin,
  split: VestingSplit,
  sender: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  const { network, parameters, lockingBytecode, clock } = contract;
  const floor = split.left + VESTING_STATE_FLOOR;
  const unlocker = fixedUnlocker(contract.script.unlock.cancel(placeholderPublicKey(), placeholderSignature()));
  const shape = (state: bigint): Pick<TransactionPlan, 'network' | 'contractInputs' | 'outputs' | 'locktime'> => {
    const payout: PlannedOutput[] =
      split.paid > 0n ? [{ to: lockingBytecodeOf(parameters.recipient), amount: split.paid }] : [];
    return {
      network,
      contractInputs: [{ utxo: vestingUtxo(coin), unlocker }],
      outputs: [
        { to: lockingBytecode, amount: state, token: vestingToken(coin.category, split.state) },
        { to: clock.lockingBytecode, amount: CLOCK_SATOSHIS, token: { category: coin.category, amount: 1n } },
        ...payout,
      ],
      locktime: split.state.latest,
    };
  };
  const fee = withinBound(feeOf(sizeOf(shape(floor)), feeRate), VESTING_FEE_BOUND);
  const afterFee = coin.satoshis - split.paid - CLOCK_SATOSHIS - fee;
  const reservePays = afterFee >= floor;
  // Where the sender's coins pay, the state keeps what it has except for the clock, and at least what it must.
  const unpaid = coin.satoshis - split.paid - CLOCK_SATOSHIS;
  const state = reservePays ? afterFee : unpaid > floor ? unpaid : floor;
  return assemble({
    ...shape(state),
    wallet: sender,
    change: 'last',
    feeRate,
    userPrompt: 'Cancel the stream; the rest returns after the notice',
  });
};
