import { binsAreEqual, encodeDataPush, flattenBinArray } from '@bitauth/libauth';
import type { Network } from '../chain/network.js';
import { lastPushOf } from '../transaction/read-transaction.js';
import type { PurseContract } from './purse-contract.js';
import { readPurseScript } from './read-purse-script.js';

/** Selector of the covenant's `manage`, as an opcode. */
const OP_MANAGE = 0x52;

/** Returns what the input of a purse is filled with by which its treasury takes it back: nobody signs there. */
export const recallOf = ({ redeemScript }: Pick<PurseContract, 'redeemScript'>): Uint8Array =>
  flattenBinArray([Uint8Array.of(OP_MANAGE), encodeDataPush(redeemScript)]);

/** An input with the lock of the coin that it spends. */
interface FilledInput {
  readonly lockingBytecode: Uint8Array;
  readonly unlockingBytecode: Uint8Array;
}

/**
 * Reads the purse that a treasury takes back by an input; undefined where the input is anything else, or the purse is not the
 * treasury's.
 */
export const readRecall = (
  owner: { readonly lockingBytecode: Uint8Array; readonly network: Network },
  { lockingBytecode, unlockingBytecode }: FilledInput,
): PurseContract | undefined => {
  const script = lastPushOf(unlockingBytecode);
  const purse = script && readPurseScript(script, owner.network);
  const isOwn =
    purse !== undefined &&
    binsAreEqual(purse.lockingBytecode, lockingBytecode) &&
    binsAreEqual(purse.terms.owner, owner.lockingBytecode) &&
    binsAreEqual(unlockingBytecode, recallOf(purse));
  return isOwn ? purse : undefined;
};
