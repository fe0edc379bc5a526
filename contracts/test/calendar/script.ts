import { createVirtualMachineBch2026 } from '@bitauth/libauth';
import { type Draft, seal } from '../support/transaction.js';

const machine = createVirtualMachineBch2026(false);

/** Whether the script of the first input accepts. Other inputs and the rules of nodes are not judged, which takes a fraction of the time. */
export const isAccepted = (draft: Draft): boolean => {
  const { transaction, sourceOutputs } = seal(draft);
  return machine.stateSuccess(machine.evaluate({ inputIndex: 0, sourceOutputs, transaction })) === true;
};
