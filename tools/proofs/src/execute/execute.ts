import { binToHex } from '@bitauth/libauth';
import { linkScript, readLinkedScript, type LinkedArtifact, type LinkedCode } from '@weir/contracts';
import { flag } from '../terms/bool.js';
import { literal, whole } from '../terms/bytes.js';
import { field, int, variable, ZERO } from '../terms/int.js';
import type { Atom, Bool, Bytes, Int } from '../terms/term.js';
import { boolItem, bytesItem, intItem, type Item } from './item.js';
import { Machine, NotModelled, type Called, type LoopModel } from './machine.js';
import { parseCode, parseScript, type Instruction } from './parse-script.js';
import { run } from './run.js';

interface Input {
  readonly name: string;
  readonly type: string;
}

/** What of a compiled contract is executed: cashc's artifact has it. */
export interface Artifact {
  readonly contractName: string;
  readonly constructorInputs: readonly Input[];
  readonly abi: readonly { readonly name: string; readonly inputs: readonly Input[] }[];
  readonly bytecode: string;
}

export type { LinkedArtifact, LinkedCode };

export interface ExecuteOptions {
  /** The input whose script runs; a symbol for any where none is given. */
  readonly activeIndex?: Int;
  /** Put before the names of parameters and arguments, to distinguish the contracts of one transaction. */
  readonly prefix?: string;
  /**
   * Assumes that the coin whose script runs has a commitment of this length, in bytes. Its parts then have constant
   * lengths. What is proven holds for such coins alone.
   */
  readonly commitmentLength?: number;
  /** What is done with a loop. */
  readonly loop?: LoopModel;
  /** Parameters of a linked contract, and arguments that are numbers, which are constants: by their names. */
  readonly constants?: ReadonlyMap<string, Int>;
  /** What an argument is made of, by its name: strings of which each one of some form is. What is proven holds for this form alone. */
  readonly forms?: ReadonlyMap<string, Bytes>;
}

/** One path through a function by which its script succeeds. */
export interface Path {
  /** Number of the path within its function, from 1, in the order of the script's branches. */
  readonly number: number;
  /** All of them hold exactly where a script succeeds by this path (see README for what is conservative). */
  readonly conditions: readonly Bool[];
  readonly steps: number;
  /** What an opaque loop found on the stack, the lowest first. */
  readonly entry: readonly Item[];
}

const BYTES = /^bytes(\d+)$/u;

/** Returns the atom of a parameter or argument that is a byte string. */
export const given = (name: string, length?: number): Atom => ({ kind: 'given', name, length });

/** A constructor parameter, which is part of the script: as the type says. */
const parameter = ({ name, type }: Input, prefix: string): Item => {
  if (type === 'int') return intItem(variable(prefix + name));
  if (type === 'bool') return boolItem(flag(prefix + name));
  const length = BYTES.exec(type)?.[1];
  return bytesItem(whole(given(prefix + name, length === undefined ? undefined : Number(length))));
};

/** An argument of a spender, who may push anything; where it is a constant, the shortest form of this number. */
const argument = ({ name }: Input, { prefix = '', constants, forms }: ExecuteOptions): Item => {
  const constant = constants?.get(name);
  const form = forms?.get(name);
  if (form !== undefined) return bytesItem(form);
  return constant === undefined ? bytesItem(whole(given(prefix + name))) : intItem(constant);
};

/** The names of a contract's functions, of a linked one the shown function's first. */
export const functionsOf = (artifact: Artifact | LinkedArtifact): readonly string[] =>
  ('shown' in artifact ? [artifact.shown, ...artifact.hidden].flatMap(({ functions }) => functions) : artifact.abi).map(
    ({ name }) => name,
  );

/**
 * Executes a function of a compiled contract on symbols and returns every path by which it can succeed. Parameters are
 * symbols of their types; arguments are any bytes.
 *
 * @throws Error where the contract has no such function
 * @throws NotModelled where the script does what the executor does not know
 */
export const execute = (
  artifact: Artifact | LinkedArtifact,
  name: string,
  options: ExecuteOptions = {},
): readonly Path[] => {
  if ('shown' in artifact) return executeLinked(artifact, name, options);
  const { prefix = '' } = options;
  const selector = artifact.abi.findIndex((each) => each.name === name);
  const called = artifact.abi[selector];
  if (called === undefined) throw new Error(`${artifact.contractName} has no function ${name}`);
  const stack = [
    ...called.inputs.map((input) => argument(input, options)).reverse(),
    // A contract of one function has no selector.
    ...(artifact.abi.length > 1 ? [intItem(int(selector))] : []),
    ...artifact.constructorInputs.map((input) => parameter(input, prefix)).reverse(),
  ];
  return executeScript(artifact.bytecode, stack, options);
};

/** What the pushes before a code leave: its parameters, the first one on top. */
const parametersOf = (
  { contractName, constructorInputs }: LinkedArtifact,
  { parameters }: LinkedCode,
  { prefix = '', constants }: ExecuteOptions,
): readonly Item[] =>
  parameters
    .map((each) => {
      const constant = constants?.get(each);
      const input = constructorInputs.find((candidate) => candidate.name === each);
      if (input === undefined) throw new Error(`${contractName} has no parameter ${each}`);
      return constant === undefined ? parameter(input, prefix) : intItem(constant);
    })
    .reverse();

/** What a script with parameters in front leaves for its codes: the shown one finds these, hidden ones get the script. */
export const frontOf = (artifact: LinkedArtifact, code: LinkedCode, options: ExecuteOptions): readonly Item[] => {
  const { front, shown } = artifact;
  if (front === undefined) return [];
  if (code === shown) return parametersOf(artifact, { ...code, parameters: front }, options);
  return [bytesItem(whole(given(`${options.prefix ?? ''}activeBytecode`)))];
};

/** The code of a linked contract that has a function. */
const codeWith = ({ shown, hidden }: LinkedArtifact, name: string): LinkedCode | undefined =>
  [shown, ...hidden].find(({ functions }) => functions.some((each) => each.name === name));

/** Executes the code that has a function: what its redeem script, or the code with the demanded hash, does with its arguments. */
const executeLinked = (artifact: LinkedArtifact, name: string, options: ExecuteOptions): readonly Path[] => {
  const { contractName } = artifact;
  const code = codeWith(artifact, name);
  const selector = code?.functions.findIndex((each) => each.name === name) ?? 0;
  const called = code?.functions[selector];
  if (code === undefined || called === undefined) throw new Error(`${contractName} has no function ${name}`);
  const below = [
    ...called.inputs.map((input) => argument(input, options)).reverse(),
    ...(code.functions.length > 1 ? [intItem(int(selector))] : []),
    ...frontOf(artifact, code, options),
  ];
  return executeCode(artifact, code, below, options);
};

/** Executes one code of a linked contract on a stack, the lowest item first. */
export const executeCode = (
  artifact: LinkedArtifact,
  code: LinkedCode,
  stack: readonly Item[],
  options: ExecuteOptions = {},
): readonly Path[] =>
  executeInstructions(parseCode(code.bytecode), [...stack, ...parametersOf(artifact, code, options)], options);

/** What a linked script does with a stack: it runs its shown code, or hands a stack to a code that it is given. */
export interface LinkedRun {
  readonly conditions: readonly Bool[];
  /** Undefined where the shown code has run. */
  readonly called: Called | undefined;
}

const isElse = (instruction: Instruction): boolean => instruction.kind === 'opcode' && instruction.name === 'OP_ELSE';

/**
 * Executes the script of a linked contract, as `linkScript` puts it together, on a stack, the lowest item first.
 *
 * @param hash what the script demands of hidden code
 * @throws Error where the script is not what its artifact says
 */
export const executeLinkedScript = (
  artifact: LinkedArtifact,
  hash: Item,
  stack: readonly Item[],
  options: ExecuteOptions = {},
): readonly LinkedRun[] => {
  // With some values for its parameters: what is read of it are the opcodes around its codes.
  const some = new Map(artifact.constructorInputs.map(({ name }) => [name, Uint8Array.of(2, 1)]));
  const script = linkScript(artifact, some).redeemScript;
  const parts = readLinkedScript(script);
  if (parts === undefined || !binToHex(parts.shown).endsWith(artifact.shown.bytecode))
    throw new Error(`The script of ${artifact.contractName} does not show its code`);
  const around = parseCode(binToHex(script));
  const shownAt = around.findIndex(isElse) + 1;
  const demanded = literal(parts.hash);
  const front = artifact.front ?? [];
  const inFront = parametersOf(artifact, { ...artifact.shown, parameters: front }, options);
  const before = around.slice(0, shownAt).map((each, place): Instruction => {
    const parameter = inFront[place];
    if (parameter !== undefined) return { kind: 'push', item: parameter };
    const isHash = each.kind === 'push' && each.item.kind === 'bytes' && each.item.value === demanded;
    return isHash ? { kind: 'push', item: hash } : each;
  });
  const instructions: readonly Instruction[] = [
    ...before,
    ...parametersOf(artifact, artifact.shown, options).map((item): Instruction => ({ kind: 'push', item })),
    ...parseCode(artifact.shown.bytecode),
    { kind: 'opcode', name: 'OP_ENDIF' },
  ];
  return run(instructions, machineOf(stack, options)).map(({ conditions, called }) => ({ conditions, called }));
};

const machineOf = (
  stack: readonly Item[],
  { activeIndex = field('activeIndex'), prefix = '', commitmentLength, loop }: ExecuteOptions,
): Machine => new Machine({ activeIndex, active: given(`${prefix}activeBytecode`), commitmentLength, loop }, stack);

const executeInstructions = (
  script: readonly Instruction[],
  stack: readonly Item[],
  options: ExecuteOptions,
): readonly Path[] =>
  run(script, machineOf(stack, options)).map(({ conditions, steps, entry, called }, index) => {
    if (called !== undefined) throw new NotModelled('A code that is given to the script');
    return { number: index + 1, conditions, steps, entry };
  });

/** One way through a turn of a loop. */
export interface Turn {
  readonly number: number;
  readonly conditions: readonly Bool[];
  /** What the turn leaves, the lowest first; on top what OP_UNTIL takes. */
  readonly left: readonly Item[];
}

/**
 * Executes one turn of the loop in a code of a linked contract.
 *
 * @param stack what it finds, the lowest first
 * @param name a function of the code; its shown one where none is named
 * @throws Error where the code has no loop
 */
export const executeTurn = (artifact: LinkedArtifact, stack: readonly Item[], name?: string): readonly Turn[] => {
  const { contractName, shown } = artifact;
  const code = name === undefined ? shown : codeWith(artifact, name);
  const script = parseCode(code?.bytecode ?? '');
  const [begin, until] = ['OP_BEGIN', 'OP_UNTIL'].map((name) =>
    script.findIndex((each) => each.kind === 'opcode' && each.name === name),
  );
  if (begin === undefined || until === undefined || begin < 0) throw new Error(`${contractName} has no loop`);
  const setting = { activeIndex: ZERO, active: given('activeBytecode'), commitmentLength: undefined, isPart: true };
  const ends = run(script.slice(begin + 1, until), new Machine(setting, stack));
  return ends.map(({ conditions, left }, index) => ({ number: index + 1, conditions, left }));
};

/** Executes a script, in the form of an artifact's bytecode, from a stack on. */
export const executeScript = (
  bytecode: string,
  stack: readonly Item[],
  options: ExecuteOptions = {},
): readonly Path[] => executeInstructions(parseScript(bytecode), stack, options);
