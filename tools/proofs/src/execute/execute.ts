import { flag } from '../terms/bool.js';
import { whole } from '../terms/bytes.js';
import { field, int, variable } from '../terms/int.js';
import type { Atom, Bool, Int } from '../terms/term.js';
import { boolItem, bytesItem, intItem, type Item } from './item.js';
import { Machine } from './machine.js';
import { parseScript } from './parse-script.js';
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
}

/** One path through a function by which its script succeeds. */
export interface Path {
  /** Number of the path within its function, from 1, in the order of the script's branches. */
  readonly number: number;
  /** All of them hold exactly where a script succeeds by this path (see README for what is conservative). */
  readonly conditions: readonly Bool[];
  readonly steps: number;
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

/** An argument of a spender, who may push anything. */
const argument = ({ name }: Input, prefix: string): Item => bytesItem(whole(given(prefix + name)));

/**
 * Executes a function of a compiled contract on symbols and returns every path by which it can succeed. Parameters are
 * symbols of their types; arguments are any bytes.
 *
 * @throws Error where the contract has no such function
 * @throws NotModelled where the script does what the executor does not know
 */
export const execute = (artifact: Artifact, name: string, options: ExecuteOptions = {}): readonly Path[] => {
  const { prefix = '' } = options;
  const selector = artifact.abi.findIndex((each) => each.name === name);
  const called = artifact.abi[selector];
  if (called === undefined) throw new Error(`${artifact.contractName} has no function ${name}`);
  const stack = [
    ...called.inputs.map((input) => argument(input, prefix)).reverse(),
    // A contract of one function has no selector.
    ...(artifact.abi.length > 1 ? [intItem(int(selector))] : []),
    ...artifact.constructorInputs.map((input) => parameter(input, prefix)).reverse(),
  ];
  return executeScript(artifact.bytecode, stack, options);
};

/** Executes a script, in the form of an artifact's bytecode, from a stack on. */
export const executeScript = (
  bytecode: string,
  stack: readonly Item[],
  { activeIndex = field('activeIndex'), prefix = '', commitmentLength }: ExecuteOptions = {},
): readonly Path[] => {
  const machine = new Machine({ activeIndex, active: given(`${prefix}activeBytecode`), commitmentLength }, stack);
  return run(parseScript(bytecode), machine).map(({ conditions, steps }, index) => ({
    number: index + 1,
    conditions,
    steps,
  }));
};
