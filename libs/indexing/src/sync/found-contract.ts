import { binToHex } from '@bitauth/libauth';
import { type ContractTerms, scriptHashOf } from '@weir/infra';
import type { ContractStep, Deployment } from '../products/product.types.js';
import type { MinedTransaction } from './read-segment.js';

/** A contract that a round found on the chain: announced, or opened by a step of another one. */
export interface FoundContract {
  readonly terms: ContractTerms;
  readonly step: ContractStep;
}

/** Returns the row of a deployment in a mined transaction. @param announcement locking bytecode, hex */
export const foundIn = (
  announcement: string,
  { contract: { terms, address, lockingBytecode, plan }, step, vout }: Deployment,
  mined: MinedTransaction,
): FoundContract => ({
  step,
  terms: {
    txid: mined.txid,
    vout,
    product: terms.product,
    family: terms.family,
    contractAddress: address,
    lockingBytecode: binToHex(lockingBytecode),
    scriptHash: scriptHashOf(lockingBytecode),
    announcement,
    sender: binToHex(terms.sender),
    recipient: terms.recipient === null ? null : binToHex(terms.recipient),
    tokenCategory: terms.tokenCategory,
    totalAmount: terms.total,
    plan,
    fundedHeight: mined.block.height,
    fundedTime: mined.block.time,
  },
});
