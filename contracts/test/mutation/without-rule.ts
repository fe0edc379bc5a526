import { encodeLockingBytecodeP2sh20, hash160, type Output } from '@bitauth/libauth';
import { utils } from 'cashc';
import type { Artifact } from 'cashscript';
import { lockOf } from '../support/contract.js';
import { isValid } from '../support/judge.js';
import { seal, type Draft, type DraftInput } from '../support/transaction.js';
import type { Rule } from './rules.js';
import { compileSource, compileWithout } from './rules.js';

/** Bytecode of a contract, to which the pushes of its parameters are put in front. */
const bytecodeOf = ({ bytecode }: Artifact): Uint8Array => utils.asmToBytecode(bytecode);

const endsIn = (script: Uint8Array, end: Uint8Array): boolean =>
  script.length >= end.length && script.subarray(script.length - end.length).every((byte, i) => byte === end[i]);

/** The script of an input that calls a contract; undefined of any other. */
const scriptOf = ({ unlocking }: DraftInput, contract: Uint8Array): Uint8Array | undefined =>
  unlocking.kind === 'call' && endsIn(unlocking.script, contract) ? unlocking.script : undefined;

const locksOf = (script: Uint8Array): readonly Uint8Array[] => [
  lockOf(script),
  encodeLockingBytecodeP2sh20(hash160(script)),
];

/**
 * The same transaction on a chain where a contract is another one: every script that calls it, and every output that it
 * locks. Each signer signs again.
 */
const onOther = (draft: Draft, contract: Uint8Array, other: Uint8Array): Draft => {
  const locks = new Map<string, Uint8Array>();
  const scriptInstead = (script: Uint8Array): Uint8Array => {
    const changed = Uint8Array.of(...script.subarray(0, script.length - contract.length), ...other);
    const [before, after] = [locksOf(script), locksOf(changed)];
    for (const [form, lock] of before.entries()) locks.set(lock.toString(), after[form] ?? lock);
    return changed;
  };
  const called = draft.inputs.map((input): DraftInput => {
    const { unlocking } = input;
    const script = scriptOf(input, contract);
    return script === undefined || unlocking.kind !== 'call'
      ? input
      : { ...input, unlocking: { ...unlocking, script: scriptInstead(script) } };
  });
  const move = (output: Output): Output => {
    const lockingBytecode = locks.get(output.lockingBytecode.toString());
    return lockingBytecode === undefined ? output : { ...output, lockingBytecode };
  };
  return {
    ...draft,
    inputs: called.map((input) => ({ ...input, coin: { ...input.coin, output: move(input.coin.output) } })),
    outputs: draft.outputs.map(move),
  };
};

/** What a transaction has to do with a rule. */
export interface WithoutRule {
  /** Whether it calls the function of the rule: else leaving the rule out changes nothing. */
  readonly concerns: (draft: Draft) => boolean;
  /** The transaction on a chain where the contract lacks the rule. */
  readonly moved: (draft: Draft) => Draft;
  /** Whether the contract refuses it, and accepts it once the rule is left out. */
  readonly isLetPast: (draft: Draft) => boolean;
}

/** Leaves a rule out. */
export const withoutRule = (rule: Rule): WithoutRule => {
  const whole = compileSource(rule.source);
  const [contract, other] = [bytecodeOf(whole), bytecodeOf(compileWithout(rule))];
  const place = whole.abi.findIndex(({ name }) => name === rule.function);
  const selector = whole.abi.length === 1 ? undefined : BigInt(place);
  const moved = (draft: Draft): Draft => onOther(draft, contract, other);
  return {
    concerns: ({ inputs }) =>
      inputs.some(
        (input) =>
          scriptOf(input, contract) !== undefined &&
          input.unlocking.kind === 'call' &&
          input.unlocking.selector === selector,
      ),
    moved,
    isLetPast: (draft) => isValid(seal(moved(draft))) && !isValid(seal(draft)),
  };
};
