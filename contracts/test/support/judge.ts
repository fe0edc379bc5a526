import {
  createVirtualMachineBch2025,
  createVirtualMachineBch2026,
  decodeTransactionBch,
  encodeTransactionBch,
} from '@bitauth/libauth';
import { DEEP } from '../plan/depth.js';
import { findLock } from './locks.js';
import { findRelayProblem } from './relay-rules.js';
import { seal, type ChainPoint, type Draft, type Sealed } from './transaction.js';

const standard = { 2025: createVirtualMachineBch2025(true), 2026: createVirtualMachineBch2026(true) };
const consensus = { 2025: createVirtualMachineBch2025(false), 2026: createVirtualMachineBch2026(false) };

/**
 * What the network says. `script`: invalid in any block, by the covenant or a transaction rule. `lock`: no block may
 * hold it yet. `policy`: nodes do not relay it, though a miner could include it.
 */
export type JudgeResult =
  | { readonly accepted: true; readonly sealed: Sealed }
  | { readonly accepted: false; readonly by: 'script' | 'lock' | 'policy'; readonly reason: string };

/** What is expected of a transaction: says what to ask first, and changes no verdict. */
type Outlook = 'passes' | 'fails' | 'open';

/**
 * Verifies what the network would read: negative and oversized amounts have no encoding of their own. The rules of 2026
 * allow all that those of 2025 do, and more: what they refuse is refused, and asked of the others in deep runs alone; as
 * is, of what is meant to pass by those of 2025 and does, whether it does by those of 2026.
 */
const verify = (machines: typeof standard, sealed: Sealed, outlook: Outlook = 'open'): string | undefined => {
  const { sourceOutputs } = sealed;
  const transaction = decodeTransactionBch(encodeTransactionBch(sealed.transaction));
  if (typeof transaction === 'string') return transaction;
  if (outlook === 'passes' && !DEEP && machines[2025].verify({ transaction, sourceOutputs }) === true) return undefined;
  const later = machines[2026].verify({ transaction, sourceOutputs });
  if (later !== true && !DEEP) return later;
  const now = machines[2025].verify({ transaction, sourceOutputs });
  if ((now === true) !== (later === true))
    throw new Error(`The rules of 2025 and 2026 disagree: ${String(now)} / ${String(later)}`);
  return now === true ? undefined : now;
};

/** Judges a transaction that no block should hold: sooner done than `judgeSealed` where that is so, else the same. */
export const judgeAttack = (sealed: Sealed, tip: ChainPoint): JudgeResult => {
  const invalid = verify(consensus, sealed);
  return invalid === undefined ? judgeSealed(sealed, tip) : { accepted: false, by: 'script', reason: invalid };
};

/** Judges a complete transaction as a node at `tip` would. */
export const judgeSealed = (sealed: Sealed, tip: ChainPoint, outlook: Outlook = 'open'): JudgeResult => {
  const refused = verify(standard, sealed, outlook);
  if (refused !== undefined) {
    const invalid = verify(consensus, sealed);
    return invalid === undefined
      ? { accepted: false, by: 'policy', reason: refused }
      : { accepted: false, by: 'script', reason: invalid };
  }
  const lock = findLock(sealed.draft, tip);
  if (lock !== undefined) return { accepted: false, by: 'lock', reason: lock };
  const problem = findRelayProblem(sealed);
  return problem === undefined ? { accepted: true, sealed } : { accepted: false, by: 'policy', reason: problem };
};

/** Signs a draft and judges it. */
export const judge = (draft: Draft, tip: ChainPoint, outlook: Outlook = 'open'): JudgeResult =>
  outlook === 'fails' ? judgeAttack(seal(draft), tip) : judgeSealed(seal(draft), tip, outlook);

/** Whether the network refuses a draft that it should refuse. */
export const refuses = (draft: Draft, tip: ChainPoint): boolean => !judge(draft, tip, 'fails').accepted;

/**
 * The transaction of a draft that must pass.
 *
 * @throws Error with the network's reason when it does not
 */
export const accept = (draft: Draft, tip: ChainPoint): Sealed => {
  const verdict = judge(draft, tip, 'passes');
  if (!verdict.accepted) throw new Error(`Refused (${verdict.by}): ${verdict.reason}`);
  return verdict.sealed;
};
