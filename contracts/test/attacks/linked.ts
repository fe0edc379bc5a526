import { encodeDataPush, flattenBinArray, hash256 } from '@bitauth/libauth';
import { linkScript, readLinkedScript } from '../../src/index.js';
import { attack, type Attack, type HonestSpend } from '../support/attack-suite.js';
import { at } from '../support/bytes.js';
import { outsider } from '../support/parties.js';
import type { Draft } from '../support/transaction.js';
import { callOf, type LinkedTarget, type Unlocking } from '../support/unlocking.js';
import { changeInput, spentAt } from './mutations.js';

type Call = Unlocking & { readonly kind: 'call' };

/** The functions of a linked contract: the shown one, then the hidden ones. */
export const functionsOf = ({ artifact }: LinkedTarget): readonly string[] =>
  [artifact.shown, ...artifact.hidden].flatMap((code) => code.functions.map(({ name }) => name));

const linkedIn = (spend: HonestSpend): Call & { readonly linked: LinkedTarget } => {
  const { unlocking } = at(spend.draft.inputs, spentAt(spend));
  if (unlocking.kind !== 'call' || unlocking.linked === undefined) throw new Error('A linked covenant is attacked');
  return { ...unlocking, linked: unlocking.linked };
};

const placeOf = (spend: HonestSpend): number => {
  const { linked } = linkedIn(spend);
  return functionsOf(linked).indexOf(linked.name);
};

const isHidden = (spend: HonestSpend): boolean => placeOf(spend) > 0;

/** The same transaction, whose covenant is called by another function. */
export const calledAs = (spend: HonestSpend, draft: Draft, name: string): Draft =>
  changeInput(draft, spentAt(spend), (input) =>
    input.unlocking.kind === 'call' && input.unlocking.linked !== undefined
      ? { ...input, unlocking: { ...input.unlocking, linked: { ...input.unlocking.linked, name } } }
      : input,
  );

const anotherFunction = (by: number): Attack =>
  attack(
    `another function of the contract, ${by} further`,
    () => true,
    (spend) => {
      const names = functionsOf(linkedIn(spend).linked);
      return calledAs(spend, spend.draft, at(names, (placeOf(spend) + by) % names.length));
    },
  );

/** What a call of a hidden function pushes before the script. */
interface Pushed {
  readonly before: Uint8Array;
  readonly behind: Uint8Array;
  readonly code: Uint8Array;
}

/** Hidden codes of a contract, in their order. */
const codesOf = (target: LinkedTarget): readonly Uint8Array[] => {
  const { artifact, parameters } = target;
  const { call } = linkScript(artifact, parameters);
  return artifact.hidden.map(({ functions }) => call(functions[0]?.name ?? '')?.covered ?? new Uint8Array());
};

const pushedBy = (target: LinkedTarget, place: number): Pushed => {
  const codes = codesOf(target);
  const hashes = codes.map((code) => hash256(code));
  return {
    before: flattenBinArray(hashes.slice(0, place)),
    behind: flattenBinArray(hashes.slice(place + 1)),
    code: at(codes, place),
  };
};

const withPushes = (
  name: string,
  change: (pushed: Pushed, target: LinkedTarget, place: number) => Pushed,
  appliesTo: Attack['appliesTo'] = isHidden,
): Attack =>
  attack(name, appliesTo, (spend) => {
    const call = linkedIn(spend);
    const place = placeOf(spend) - 1;
    const { before, behind, code } = change(pushedBy(call.linked, place), call.linked, place);
    const bytecode = flattenBinArray([before, behind, code, call.script].map((item) => encodeDataPush(item)));
    return changeInput(spend.draft, spentAt(spend), (input) => ({ ...input, unlocking: { kind: 'raw', bytecode } }));
  });

const rewritten = (name: string, change: (bytecode: Uint8Array) => Uint8Array): Attack =>
  attack(
    name,
    () => true,
    (spend) =>
      changeInput(spend.draft, spentAt(spend), (input) => ({
        ...input,
        unlocking: { kind: 'raw', bytecode: change(callOf(linkedIn(spend)).tail) },
      })),
  );

/** The contract of somebody who has written its terms: they are the sender, after a notice of their own. */
const byOutsider = (target: LinkedTarget): LinkedTarget => ({
  ...target,
  parameters: new Map([...target.parameters, ['sender', outsider.lockingBytecode], ['notice', Uint8Array.of(7)]]),
});

/** What a linked contract of so many functions, which take no arguments, runs: the code that it names and no other. */
export const linkedAttacksOn = (functions: number): readonly Attack[] => [
  rewritten('an item below the call', (tail) => Uint8Array.of(0x51, ...tail)),
  rewritten('an empty item below the call', (tail) => Uint8Array.of(0x00, ...tail)),
  ...Array.from({ length: functions - 1 }, (_, by) => anotherFunction(by + 1)),
  withPushes('a code that lets everybody in', (pushed) => ({ ...pushed, code: Uint8Array.of(0x51) })),
  withPushes('no code', (pushed) => ({ ...pushed, code: new Uint8Array() })),
  withPushes('a code with a byte more', (pushed) => ({ ...pushed, code: Uint8Array.of(...pushed.code, 0x61) })),
  withPushes('a code without its last byte', (pushed) => ({ ...pushed, code: pushed.code.slice(0, -1) })),
  withPushes('the hashes exchanged', ({ before, behind, code }) => ({ before: behind, behind: before, code })),
  withPushes('all hashes before the code', ({ before, behind, code }) => ({
    before: flattenBinArray([before, hash256(code), behind]),
    behind: new Uint8Array(),
    code,
  })),
  withPushes('the code of the same function by somebody else’s terms', (pushed, target, place) => ({
    ...pushed,
    code: at(codesOf(byOutsider(target)), place),
  })),
  withPushes('code and hashes of the contract by somebody else’s terms', (_, target, place) =>
    pushedBy(byOutsider(target), place),
  ),
  withPushes('the shown code as a hidden one', (pushed, target) => {
    const { redeemScript } = linkScript(target.artifact, target.parameters);
    return { ...pushed, code: readLinkedScript(redeemScript)?.shown ?? new Uint8Array() };
  }),
  withPushes('the redeem script as a hidden code', (pushed, target) => ({
    ...pushed,
    code: linkScript(target.artifact, target.parameters).redeemScript,
  })),
  // The code in the place of another one, and its hash in its own.
  withPushes('the place of another function', (pushed, target, place) => {
    const { length } = target.artifact.hidden;
    const { before, behind } = pushedBy(target, (place + 1) % length);
    return { ...pushed, before, behind };
  }),
  withPushes('hashes whose root is the code’s own hash', ({ code }) => ({
    before: new Uint8Array(),
    behind: new Uint8Array(),
    code,
  })),
];
