import { lockingBytecodeOf } from '../../chain/address.js';
import { clockUtxo, type ClockCoin } from '../../contract/clock-coin.js';
import { fixedUnlocker } from '../../contract/fixed-unlocker.js';
import { assembleKeyless, sizeOf } from '../../transaction/assemble.js';
import type { KeylessTransaction } from '../../transaction/built-transaction.js';
import { completeKeyless } from '../../transaction/keyless.js';
import { vestingUtxo, type VestingCoin } from '../vesting-coin.js';
import type { VestingContract } from '../vesting-contract.js';

/**
 * Builds the refund of a cancelled stream: all it still holds, to the sender, keyless. Valid once the clock is
 * `noticeBlocks` old: in the block at the cancel's height plus the notice, at the earliest.
 */
export const buildVestingRefund = (
  contract: VestingContract,
  coin: VestingCoin,
  clock: ClockCoin,
): KeylessTransaction => {
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
  const shape = (fee: bigint) => ({
    network,
    contractInputs,
    outputs: [{ to: lockingBytecodeOf(parameters.sender), amount: held - fee }],
    locktime: 0n,
    burnsClock: true,
  });
  const plan = shape(BigInt(sizeOf(shape(0n))));
  return completeKeyless(assembleKeyless(plan), plan);
};
