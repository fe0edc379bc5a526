import {
  createVirtualMachineBch2025,
  createVirtualMachineBch2026,
  decodeTransactionBch,
  encodeTransactionBch,
} from '@bitauth/libauth';
import { findLock } from '../support/locks.js';
import { findRelayProblem } from '../support/relay-rules.js';
import { seal, type ChainPoint, type Draft } from '../support/transaction.js';

const block2025 = createVirtualMachineBch2025(false);
const relay2026 = createVirtualMachineBch2026(true);

/**
 * Why the network refuses a transaction whose unlocking bytecode is longer than nodes relayed before May 2026: by the rules
 * of a block of 2025, and by those of relay since; undefined when it is accepted.
 */
export const findLongProblem = (draft: Draft, tip: ChainPoint): string | undefined => {
  const sealed = seal(draft);
  const transaction = decodeTransactionBch(encodeTransactionBch(sealed.transaction));
  if (typeof transaction === 'string') return transaction;
  for (const machine of [block2025, relay2026]) {
    const verdict = machine.verify({ transaction, sourceOutputs: sealed.sourceOutputs });
    if (verdict !== true) return verdict;
  }
  return findLock(draft, tip) ?? findRelayProblem(sealed);
};
