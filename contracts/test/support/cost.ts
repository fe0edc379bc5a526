import { binsAreEqual, createVirtualMachineBch2026 } from '@bitauth/libauth';
import { at } from './bytes.js';
import { seal, type Draft } from './transaction.js';
import { callOf } from './unlocking.js';

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

/** Bytes of hidden code that an input defines: nodes charge OP_DEFINE for them (bchd 0.22.2), libauth does not. */
const definedBy = (draft: Draft, place: number): number => {
  const { unlocking } = at(draft.inputs, place);
  if (unlocking.kind !== 'call') return 0;
  const { covered } = callOf(unlocking);
  return binsAreEqual(covered, unlocking.script) ? 0 : covered.length;
};

/** Measures an input. */
export const costOf = (draft: Draft, place = 0): InputCost => {
  const { transaction, sourceOutputs, size } = seal(draft);
  const { metrics, error } = machine.evaluate({ inputIndex: place, sourceOutputs, transaction });
  if (error !== undefined) throw new Error(error);
  return {
    size,
    unlocking: at(transaction.inputs, place).unlockingBytecode.length,
    operations: (metrics.operationCost + definedBy(draft, place)) / metrics.maximumOperationCost,
    hashes: metrics.hashDigestIterations / metrics.maximumHashDigestIterations,
  };
};
