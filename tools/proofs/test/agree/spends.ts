import {
  createVirtualMachineBch2026,
  decodeAuthenticationInstructions,
  encodeLockingBytecodeP2sh32,
  generateSigningSerializationBch,
  hash256,
  secp256k1,
  sha256,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';
import { utils } from 'cashc';
import { coveredCode, readLinkedScript } from '@weir/contracts';
import { takesPath } from '../../src/evaluate/evaluate.js';
import { worldOf, type Bindings } from '../../src/evaluate/world.js';
import { execute, type Artifact, type LinkedArtifact, type Path } from '../../src/execute/execute.js';
import { int } from '../../src/terms/int.js';
import { decodeNumber, encodeNumber, isShortest } from '../../src/terms/script-number.js';
import { compileSource, seal, SOURCES, trialsOf, type Draft } from '../contract-trials.js';

/** A covenant as the tests of contracts fund it. */
interface Covenant {
  readonly source: string;
  readonly artifact: Artifact | LinkedArtifact;
  readonly paths: Map<string, readonly Path[]>;
}

const COVENANTS: readonly Covenant[] = SOURCES.map((source) => ({
  source,
  artifact: compileSource(source),
  paths: new Map(),
}));

const hexBytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

const endsIn = (script: Uint8Array, end: Uint8Array): boolean =>
  Buffer.from(script.subarray(Math.max(0, script.length - end.length))).equals(Buffer.from(end));

/** What a call runs: a function, its parameters and its arguments, and what its signatures cover. */
interface Called {
  readonly covenant: Covenant;
  readonly name: string;
  readonly inputs: readonly { readonly name: string }[];
  readonly parameters: ReadonlyMap<string, Uint8Array>;
  readonly args: readonly Uint8Array[];
  readonly covered: Uint8Array;
}

/** The items that a script of pushes alone leaves, the last one on top. */
const pushesOf = (script: Uint8Array): readonly Uint8Array[] =>
  decodeAuthenticationInstructions(script).map((instruction) => {
    if ('data' in instruction && instruction.data.length > 0) return instruction.data;
    const { opcode } = instruction;
    return opcode === 0 ? new Uint8Array() : encodeNumber(BigInt(opcode === 0x4f ? -1 : opcode - 0x50));
  });

/** Values that the pushes before a bytecode give parameters. */
const parametersOf = (names: readonly string[], code: Uint8Array, bytecode: Uint8Array): Map<string, Uint8Array> => {
  const values = [...pushesOf(code.slice(0, code.length - bytecode.length))].reverse();
  return new Map(names.map((name, place) => [name, values[place] ?? new Uint8Array()]));
};

const plainCall = (covenant: Covenant, artifact: Artifact, pushes: readonly Uint8Array[]): Called | undefined => {
  const script = pushes.at(-1) ?? new Uint8Array();
  const bytecode = utils.asmToBytecode(artifact.bytecode);
  if (!endsIn(script, bytecode)) return undefined;
  const hasSelector = artifact.abi.length > 1;
  const selector = pushes.at(-2) ?? new Uint8Array();
  // A script does not accept a longer form of a selector as a number.
  if (hasSelector && !isShortest(selector)) return undefined;
  const called = artifact.abi[hasSelector ? Number(decodeNumber(selector)) : 0];
  const args = pushes.slice(0, hasSelector ? -2 : -1).reverse();
  const names = artifact.constructorInputs.map(({ name }) => name);
  return called && { covenant, ...called, args, parameters: parametersOf(names, script, bytecode), covered: script };
};

/** Values of the parameters that a script begins with. */
const frontOf = (
  { front }: Pick<LinkedArtifact, 'front'>,
  script: Uint8Array,
): readonly (readonly [string, Uint8Array])[] => {
  let rest = script;
  return [...(front ?? [])].reverse().map((name) => {
    const length = rest[0] ?? 0;
    const value = rest.slice(1, 1 + length);
    rest = rest.slice(1 + length);
    return [name, value];
  });
};

const linkedCall = (
  covenant: Covenant,
  artifact: LinkedArtifact,
  pushes: readonly Uint8Array[],
): Called | undefined => {
  const script = pushes.at(-1) ?? new Uint8Array();
  const { shown, hidden } = artifact;
  const parts = readLinkedScript(script);
  const bytecode = hexBytes(shown.bytecode);
  if (parts === undefined || !endsIn(parts.shown, bytecode)) return undefined;
  const covered = coveredCode(pushes) ?? script;
  const [first] = shown.functions;
  if (covered === script) {
    const parameters = new Map([
      ...parametersOf(shown.parameters, parts.shown, bytecode),
      ...frontOf(artifact, script),
    ]);
    return first && { covenant, ...first, parameters, args: pushes.slice(0, -1).reverse(), covered };
  }
  const code = hidden.find((each) => endsIn(covered, hexBytes(each.bytecode)));
  if (code === undefined) return undefined;
  const hasSelector = code.functions.length > 1;
  // What is between the arguments and the hidden code: a selector, and above it the hashes of the others.
  const hashes = parts.hasManyHashes ? 2 : 0;
  const between = hashes + (hasSelector ? 1 : 0);
  const selector = hasSelector ? (pushes.at(-3 - hashes) ?? new Uint8Array()) : new Uint8Array();
  if (!isShortest(selector)) return undefined;
  const called = code.functions[Number(decodeNumber(selector))];
  const parameters = parametersOf(code.parameters, covered, hexBytes(code.bytecode));
  return called && { covenant, ...called, parameters, args: pushes.slice(0, -2 - between).reverse(), covered };
};

const callOf = (pushes: readonly Uint8Array[]): Called | undefined => {
  for (const covenant of COVENANTS) {
    const { artifact } = covenant;
    const call = 'shown' in artifact ? linkedCall(covenant, artifact, pushes) : plainCall(covenant, artifact, pushes);
    if (call !== undefined) return call;
  }
  return undefined;
};

type Signed = NonNullable<Bindings['signed']>;

/** Whether a signature is one of this transaction at an input, or of a message. */
const verifierOf =
  (transaction: TransactionCommon, sourceOutputs: Output[], inputIndex: number, coveredBytecode: Uint8Array): Signed =>
  (signature, key, message) => {
    const raw = message === undefined ? signature.slice(0, -1) : signature;
    if (raw.length === 0) return false;
    const signingSerializationType = signature.slice(-1);
    const covered =
      message ??
      generateSigningSerializationBch(
        { inputIndex, sourceOutputs, transaction },
        {
          coveredBytecode,
          signingSerializationType,
        },
      );
    const digest = message === undefined ? hash256(covered) : sha256.hash(covered);
    return raw.length === 64
      ? secp256k1.verifySignatureSchnorr(raw, key, digest)
      : secp256k1.verifySignatureDERLowS(raw, key, digest);
  };

/** Values of parameters and arguments by their names, as the scripts push them. */
const bindingsOf = ({ covenant, parameters, inputs, args }: Called, script: Uint8Array): Omit<Bindings, 'signed'> => {
  const ints: Record<string, bigint> = {};
  const flags: Record<string, boolean> = {};
  const bytes: Record<string, Uint8Array> = { activeBytecode: script };
  for (const { name, type } of covenant.artifact.constructorInputs) {
    const value = parameters.get(name) ?? new Uint8Array();
    if (type === 'int') ints[name] = decodeNumber(value);
    else if (type === 'bool') flags[name] = value.length > 0;
    else bytes[name] = value;
  }
  for (const [place, { name }] of inputs.entries()) bytes[name] = args[place] ?? new Uint8Array();
  return { ints, flags, bytes };
};

/** Levels of the trees that the tests of contracts fund. */
const turnsOf = (source: string): number => (source.includes('public') ? 8 : 3);

const vm = createVirtualMachineBch2026(false);

/** What came out for the inputs that were compared. */
export interface SpendAgreement {
  accepted: number;
  refused: number;
  /** The executor accepts what the VM refuses for the form of a signature or key, which it leaves out. */
  conservative: number;
  readonly disagreements: string[];
}

/** Ends of scripts by what the executor leaves out: the forms of signatures and keys, and limits. */
const LEFT_OUT = /signature|public key|limit|cost|densit|hash digest/iu;

const compareInput = (name: string, draft: Draft, inputIndex: number, into: SpendAgreement): void => {
  const { transaction, sourceOutputs } = seal(draft);
  const pushes = pushesOf(transaction.inputs[inputIndex]?.unlockingBytecode ?? new Uint8Array());
  const script = pushes[pushes.length - 1];
  const coin = sourceOutputs[inputIndex];
  const call = callOf(pushes);
  if (script === undefined || coin === undefined || call === undefined) return;
  // Of another lock the script is not run at all.
  if (!Buffer.from(coin.lockingBytecode).equals(Buffer.from(encodeLockingBytecodeP2sh32(hash256(script))))) return;
  const { covenant, name: called, args, inputs } = call;
  const { artifact, source } = covenant;
  if (args.length !== inputs.length) return;
  const commitmentLength = coin.token?.nft?.commitment.length;
  const key = `${called} ${inputIndex} ${commitmentLength ?? 'none'}`;
  const paths =
    covenant.paths.get(key) ??
    execute(artifact, called, {
      activeIndex: int(inputIndex),
      loop: { kind: 'turns', turns: turnsOf(source) },
      ...(commitmentLength !== undefined && { commitmentLength }),
    });
  covenant.paths.set(key, paths);
  const world = worldOf(transaction, sourceOutputs, inputIndex, {
    ...bindingsOf(call, script),
    signed: verifierOf(transaction, sourceOutputs, inputIndex, call.covered),
  });
  const taken = paths.filter(({ conditions }) => takesPath(conditions, world)).length;
  const verdict = vm.stateSuccess(vm.evaluate({ inputIndex, sourceOutputs, transaction }));
  if (verdict === true) into.accepted += 1;
  else into.refused += 1;
  if (taken === (verdict === true ? 1 : 0)) return;
  if (verdict !== true && taken === 1 && LEFT_OUT.test(verdict)) into.conservative += 1;
  else
    into.disagreements.push(
      `${source}/${called}, input ${inputIndex} of ${name}: the VM says ${String(verdict)}, ${taken} paths hold`,
    );
};

const compareDraft = (name: string, draft: Draft, into: SpendAgreement): void => {
  for (const index of draft.inputs.keys()) compareInput(name, draft, index, into);
};

const UNIVERSAL = new Set(['plan-clock', 'plan-companion', 'companion', 'airdrop-closer']);

/**
 * Compares the executor with libauth's VM on the transactions that the tests of contracts try covenants with: every valid
 * spend, and one of so many of those that must be refused.
 */
export const agreeOnSpends = (every: number): SpendAgreement => {
  const result: SpendAgreement = { accepted: 0, refused: 0, conservative: 0, disagreements: [] };
  for (const source of SOURCES) {
    // Universal scripts are tried beside what they belong to, and compared there.
    if (UNIVERSAL.has(source)) continue;
    const { honest, attempts } = trialsOf(source);
    for (const { name, draft } of honest) compareDraft(name, draft, result);
    for (const [place, { name, make }] of attempts.entries()) {
      if (place % every !== 0) continue;
      let draft: Draft | undefined;
      try {
        draft = make();
      } catch {
        continue;
      }
      if (draft !== undefined) compareDraft(name, draft, result);
    }
  }
  return result;
};
