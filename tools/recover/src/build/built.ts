import { lockingBytecodeToCashAddress } from '@bitauth/libauth';
import { addressPrefix, type KeylessTransaction, type Network, type UnsignedTransaction } from '@weir/covenants';
import type { Action } from './actions.js';

/** A transaction that gets something out: complete, or for a wallet to sign. */
export type BuiltTransaction = KeylessTransaction | UnsignedTransaction;

/** What was built of an action: one transaction, or one for each lane of an airdrop. */
export interface Built {
  readonly action: Action;
  readonly contractAddress: string;
  /** Scripts that hold the contract: what is paid to them stays in it. */
  readonly scripts: readonly Uint8Array[];
  readonly transactions: readonly BuiltTransaction[];
  /** What the user should know beside. */
  readonly remarks: readonly string[];
}

export const isKeyless = (built: BuiltTransaction): built is KeylessTransaction => 'hex' in built;

/** An output as text: whom it pays. Locking bytecode where it is no address. */
export const payeeOf = (lockingBytecode: Uint8Array, withTokens: boolean, network: Network): string => {
  const found = lockingBytecodeToCashAddress({
    bytecode: lockingBytecode,
    prefix: addressPrefix(network),
    tokenSupport: withTokens,
  });
  return typeof found === 'string' ? 'no address' : found.address;
};
