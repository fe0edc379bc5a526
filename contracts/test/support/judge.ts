import {
  createVirtualMachineBch2026,
  decodeTransactionBch,
  encodeTransactionBch,
  encodeTransactionOutput,
  type Output,
} from '@bitauth/libauth';
import { findLock } from './coins.js';
import { type ChainPoint, type Draft, seal, type Sealed } from './transaction.js';

const OP_RETURN = 0x6a;

/** Smallest value a node relays an output with: (size + 148) * 3 satoshis, nothing for data. */
export const dustOf = (output: Output): bigint =>
  output.lockingBytecode[0] === OP_RETURN ? 0n : 444n + 3n * BigInt(encodeTransactionOutput(output).length);

/** Why nodes would not relay a valid transaction, beyond what the VM's standard mode checks: fee and dust. */
export const findRelayProblem = ({ transaction, size, fee }: Sealed): string | undefined => {
  if (fee < BigInt(size)) return `min relay fee not met: ${fee} for ${size} bytes`;
  const dust = transaction.outputs.findIndex((output) => output.valueSatoshis < dustOf(output));
  return dust < 0 ? undefined : `dust at output ${dust}`;
};

const standard = createVirtualMachineBch2026(true);
const consensus = createVirtualMachineBch2026(false);

/**
 * What the network says. `script`: invalid in any block, by the covenant or a transaction rule. `lock`: no block may
 * hold it yet. `policy`: nodes do not relay it, though a miner could include it.
 */
export type JudgeResult =
  | { readonly accepted: true; readonly sealed: Sealed }
  | { readonly accepted: false; readonly by: 'script' | 'lock' | 'policy'; readonly reason: string };

/** Verifies what the network would read: negative and oversized amounts have no encoding of their own. */
const verify = (machine: typeof standard, { sourceOutputs, transaction: made }: Sealed): string | undefined => {
  const transaction = decodeTransactionBch(encodeTransactionBch(made));
  if (typeof transaction === 'string') return transaction;
  const verdict = machine.verify({ transaction, sourceOutputs });
  return verdict === true ? undefined : verdict;
};

/** Whether a block could hold a transaction by its scripts and the rules of every transaction, locks aside. */
export const isValid = (sealed: Sealed): boolean => verify(consensus, sealed) === undefined;

/** Judges a transaction that no block should hold: sooner done than `judgeSealed` where that is so, else the same. */
export const judgeAttack = (sealed: Sealed, tip: ChainPoint): JudgeResult => {
  const invalid = verify(consensus, sealed);
  return invalid === undefined ? judgeSealed(sealed, tip) : { accepted: false, by: 'script', reason: invalid };
};

/** Judges a complete transaction as a node at `tip` would. */
const judgeSealed = (sealed: Sealed, tip: ChainPoint): JudgeResult => {
  const refused = verify(standard, sealed);
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
export const judge = (draft: Draft, tip: ChainPoint): JudgeResult => judgeSealed(seal(draft), tip);

/** Whether the network refuses a draft that it should refuse. */
export const refuses = (draft: Draft, tip: ChainPoint): boolean => !judgeAttack(seal(draft), tip).accepted;

/**
 * The transaction of a draft that must pass.
 *
 * @throws Error with the network's reason when it does not
 */
export const accept = (draft: Draft, tip: ChainPoint): Sealed => {
  const verdict = judge(draft, tip);
  if (!verdict.accepted) throw new Error(`Refused (${verdict.by}): ${verdict.reason}`);
  return verdict.sealed;
};
