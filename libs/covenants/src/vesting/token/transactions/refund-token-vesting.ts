import { lockingBytecodeOf } from '../../../chain/address.js';
import { clockUtxo, type ClockCoin } from '../../../contract/clock-coin.js';
import { tokenOf } from '../../../contract/companion-coin.js';
import { fixedUnlocker } from '../../../contract/fixed-unlocker.js';
import { assembleKeyless, sizeOf } from '../../../transaction/assemble.js';
import type { KeylessTransaction } from '../../../transaction/built-transaction.js';
import { completeKeyless } from '../../../transaction/keyless.js';
import type { TokenVestingContract } from '../../vesting-contract.js';
import type { TokenVestingCoin } from '../token-vesting-coin.js';
import { pairInputs } from './token-payment.js';

/**
 * Builds the refund of a cancelled stream of tokens: all tokens and satoshis it still holds, to the sender, keyless.
 * Valid once the clock is `noticeBlocks` old: in the block at the cancel's height plus the notice, at the earliest.
 */
export const buildTokenVestingRefund = (
  contract: TokenVestingContract,
  coin: TokenVestingCoin,
  clock: ClockCoin,
): KeylessTransaction => {
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
  const shape = (fee: bigint) => ({
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
  });
  const plan = shape(BigInt(sizeOf(shape(0n))));
  return completeKeyless(assembleKeyless(plan), plan);
};
