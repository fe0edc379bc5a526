import type { Network } from '../chain/network.js';
import { assemble, type WalletCoins } from './assemble.js';
import type { BuildOptions, UnsignedTransaction } from './built-transaction.js';

/** Refuses a deposit that is not worth an output of its own. @throws RangeError */
export const assertWorthAnOutput = (satoshis: bigint, least: bigint): void => {
  if (satoshis < least) throw new RangeError(`A deposit must have at least ${least.toString()} satoshis`);
};

/** A treasury that money is sent to, and what the wallet shows its owner. */
interface DepositTarget {
  readonly network: Network;
  readonly lockingBytecode: Uint8Array;
  readonly userPrompt: string;
}

/**
 * Builds a plain deposit: money to the address at output 0, then change, as any wallet could make by itself.
 *
 * @throws InsufficientFundsError
 */
export const buildDeposit = (
  { network, lockingBytecode, userPrompt }: DepositTarget,
  depositor: WalletCoins,
  satoshis: bigint,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction =>
  assemble({
    network,
    contractInputs: [],
    outputs: [{ to: lockingBytecode, amount: satoshis }],
    wallet: depositor,
    change: 'last',
    feeRate,
    userPrompt,
  });
