import { encodeLockingBytecodeP2sh20, hash160, type Output } from '@bitauth/libauth';
import { utils } from 'cashc';
import type { Artifact } from 'cashscript';
import { linkScript, type LinkedArtifact } from '../../src/index.js';
import { lockOf } from '../support/contract.js';
import { isValid } from '../support/judge.js';
import { seal, type Draft, type DraftInput } from '../support/transaction.js';
import type { Unlocking } from '../support/unlocking.js';
import type { Rule } from './rules.js';
import { compileSource, compileWithout } from './rules.js';

type Call = Unlocking & { readonly kind: 'call' };

const endsIn = (script: Uint8Array, end: Uint8Array): boolean =>
  script.length >= end.length && script.subarray(script.length - end.length).every((byte, i) => byte === end[i]);

/** A contract, and the same one without a rule. */
interface Exchange {
  /** Whether a call is one of the contract. */
  readonly isCalled: (call: Call) => boolean;
  /** The same call of the other contract. */
  readonly exchanged: (call: Call) => Call;
  /** Whether a call is one of a function. */
  readonly isOf: (call: Call, name: string) => boolean;
}

/** Of contracts whose parameters' pushes are before their bytecode. */
const plainExchange = (whole: Artifact, without: Artifact): Exchange => {
  const [contract, other] = [whole, without].map(({ bytecode }) => utils.asmToBytecode(bytecode));
  if (contract === undefined || other === undefined) throw new Error('There are two');
  return {
    isCalled: ({ script }) => endsIn(script, contract),
    exchanged: (call) => ({
      ...call,
      script: Uint8Array.of(...call.script.subarray(0, call.script.length - contract.length), ...other),
    }),
    isOf: ({ selector }, name) => {
      const place = whole.abi.findIndex((each) => each.name === name);
      return selector === (whole.abi.length === 1 ? undefined : BigInt(place));
    },
  };
};

/** Bytes of the two pushes that a script with parameters in front begins with. */
const frontOf = (script: Uint8Array): number => {
  const first = 1 + (script[0] ?? 0);
  return first + 1 + (script[first] ?? 0);
};

const linkedExchange = (whole: LinkedArtifact, without: LinkedArtifact): Exchange => ({
  isCalled: ({ linked }) => linked?.artifact.contractName === whole.contractName,
  exchanged: (call) => {
    if (call.linked === undefined) return call;
    const linked = { ...call.linked, artifact: without };
    const [before, script] = [whole, without].map((each) => linkScript(each, linked.parameters).redeemScript);
    if (before === undefined || script === undefined) return call;
    if (whole.front === undefined) return { ...call, linked, script };
    // Another script of the contract, which differs in front: all else is exchanged.
    const end = before.slice(frontOf(before));
    const front = call.script.slice(0, call.script.length - end.length);
    if (!endsIn(call.script, end)) return call;
    return { ...call, linked, script: Uint8Array.of(...front, ...script.slice(frontOf(script))) };
  },
  isOf: ({ linked }, name) => linked?.name === name,
});

const exchangeOf = (rule: Rule): Exchange => {
  const [whole, without] = [compileSource(rule.source), compileWithout(rule)];
  if ('shown' in whole && 'shown' in without) return linkedExchange(whole, without);
  if ('shown' in whole || 'shown' in without) throw new Error(`${rule.source} is linked`);
  return plainExchange(whole, without);
};

const locksOf = (script: Uint8Array): readonly Uint8Array[] => [
  lockOf(script),
  encodeLockingBytecodeP2sh20(hash160(script)),
];

/**
 * The same transaction on a chain where a contract is another one: every script that calls it, and every output that it, or
 * a successor of it, locks. Each signer signs again.
 */
const onOther = (draft: Draft, { isCalled, exchanged }: Exchange): Draft => {
  const locks = new Map<string, Uint8Array>();
  const called = draft.inputs.map((input): DraftInput => {
    const { unlocking } = input;
    if (unlocking.kind !== 'call' || !isCalled(unlocking)) return input;
    for (const script of [unlocking.script, ...(unlocking.successors ?? [])]) {
      const [before, after] = [locksOf(script), locksOf(exchanged({ ...unlocking, script }).script)];
      for (const [form, lock] of before.entries()) locks.set(lock.toString(), after[form] ?? lock);
    }
    return { ...input, unlocking: exchanged(unlocking) };
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
  const exchange = exchangeOf(rule);
  const moved = (draft: Draft): Draft => onOther(draft, exchange);
  return {
    concerns: ({ inputs }) =>
      inputs.some(
        ({ unlocking }) =>
          unlocking.kind === 'call' && exchange.isCalled(unlocking) && exchange.isOf(unlocking, rule.function),
      ),
    moved,
    isLetPast: (draft) => isValid(seal(moved(draft))) && !isValid(seal(draft)),
  };
};
