import { bigIntToVmNumber, encodeDataPush, flattenBinArray, hash256 } from '@bitauth/libauth';
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
  /** The number of the function, where its code has several. */
  readonly selector: readonly Uint8Array[];
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

/** The hidden code that has the function of a call, and the function's place in it. */
const codeOf = ({ artifact, name }: LinkedTarget): { readonly place: number; readonly number: number } => {
  const has = artifact.hidden.map(({ functions }) => functions.findIndex((each) => each.name === name));
  const place = has.findIndex((number) => number >= 0);
  return { place, number: at(has, place) };
};

const pushedBy = (target: LinkedTarget, place: number, number = 0): Pushed => {
  const codes = codesOf(target);
  const hashes = codes.map((code) => hash256(code));
  const several = at(target.artifact.hidden, place).functions.length > 1;
  return {
    selector: several ? [bigIntToVmNumber(BigInt(number))] : [],
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
    const { place, number } = codeOf(call.linked);
    const { selector, before, behind, code } = change(pushedBy(call.linked, place, number), call.linked, place);
    const items = [...selector, before, behind, code, call.script];
    const bytecode = flattenBinArray(items.map((item) => encodeDataPush(item)));
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

/** The contract of somebody who has written its terms: they are the sender, after a notice and a delay of their own. */
const byOutsider = (target: LinkedTarget): LinkedTarget => ({
  ...target,
  parameters: new Map([
    ...target.parameters,
    ['sender', outsider.lockingBytecode],
    ['notice', Uint8Array.of(7)],
    ['delay', Uint8Array.of(7)],
  ]),
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
  withPushes('the hashes exchanged', ({ before, behind, ...rest }) => ({ ...rest, before: behind, behind: before })),
  withPushes('all hashes before the code', ({ before, behind, ...rest }) => ({
    ...rest,
    before: flattenBinArray([before, hash256(rest.code), behind]),
    behind: new Uint8Array(),
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
  withPushes('hashes whose root is the code’s own hash', (pushed) => ({
    ...pushed,
    before: new Uint8Array(),
    behind: new Uint8Array(),
  })),
];
