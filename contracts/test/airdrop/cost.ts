import { createVirtualMachineBch2026 } from '@bitauth/libauth';
import { at } from '../support/bytes.js';
import { seal, type Draft } from '../support/transaction.js';

const machine = createVirtualMachineBch2026(true);

/** What an input of a draft costs the network, beside what it may. */
export interface InputCost {
  readonly size: number;
  /** Bytes. */
  readonly unlocking: number;
  /** Shares of the budgets that grow with the unlocking bytecode, 0 to 1. */
  readonly operations: number;
  readonly hashes: number;
}

/** Measures the covenant's input. */
export const costOf = (draft: Draft): InputCost => {
  const { transaction, sourceOutputs, size } = seal(draft);
  const { metrics, error } = machine.evaluate({ inputIndex: 0, sourceOutputs, transaction });
  if (error !== undefined) throw new Error(error);
  return {
    size,
    unlocking: at(transaction.inputs, 0).unlockingBytecode.length,
    operations: metrics.operationCost / metrics.maximumOperationCost,
    hashes: metrics.hashDigestIterations / metrics.maximumHashDigestIterations,
  };
};
