import { not } from '../terms/bool.js';
import type { Bool } from '../terms/term.js';
import { BYTE_OPCODES } from './byte-opcodes.js';
import type { Item } from './item.js';
import { NotModelled, ScriptFailure, type Called, type Machine } from './machine.js';
import { NUMBER_OPCODES } from './number-opcodes.js';
import type { Instruction } from './parse-script.js';
import { STACK_OPCODES, type Opcode } from './stack-opcodes.js';
import { TRANSACTION_OPCODES } from './transaction-opcodes.js';

const OPCODES: Readonly<Record<string, Opcode>> = {
  OP_NOP: () => undefined,
  OP_VERIFY: (machine) => machine.require(machine.popTruth()),
  ...STACK_OPCODES,
  ...NUMBER_OPCODES,
  ...BYTE_OPCODES,
  ...TRANSACTION_OPCODES,
};

/** Names of all opcodes that are modelled, those of branches included. */
export const MODELLED_OPCODES: readonly string[] = [
  ...Object.keys(OPCODES),
  ...['OP_IF', 'OP_NOTIF', 'OP_ELSE', 'OP_ENDIF', 'OP_BEGIN', 'OP_UNTIL'],
];

/** Opcodes of the scripts around linked codes (CHIP Functions). A code is not run here: it may be any. */
const CALLS: Readonly<Record<string, Opcode>> = {
  OP_DEFINE: (machine) => {
    const number = machine.popConstant();
    if (machine.functions.has(number)) throw new ScriptFailure('A function is defined twice');
    machine.functions.set(number, machine.popBytes());
  },
  OP_INVOKE: (machine) => {
    const code = machine.functions.get(machine.popConstant());
    if (code === undefined) throw new ScriptFailure('A function that is not defined');
    machine.called = { code, stack: [...machine.stack] };
  },
};

const BRANCHES = new Set(['OP_IF', 'OP_NOTIF']);

const isEndOfBranch = (instruction: Instruction): boolean =>
  instruction.kind === 'opcode' && (instruction.name === 'OP_ELSE' || instruction.name === 'OP_ENDIF');

/** Returns the place behind the end of the branch at a place: its OP_ELSE where that counts, or its OP_ENDIF. */
const endOfBranch = (script: readonly Instruction[], start: number, stopsAtElse: boolean): number => {
  let depth = 0;
  for (let place = start; place < script.length; place += 1) {
    const instruction = script[place];
    if (instruction?.kind !== 'opcode') continue;
    if (BRANCHES.has(instruction.name)) depth += 1;
    else if (instruction.name === 'OP_ELSE' && depth === 0 && stopsAtElse) return place + 1;
    else if (instruction.name === 'OP_ENDIF') {
      if (depth === 0) return place + 1;
      depth -= 1;
    }
  }
  throw new ScriptFailure('A branch without an end');
};

/** Returns the place behind the end of the loop that begins before a place. Loops are not nested. */
const endOfLoop = (script: readonly Instruction[], start: number): number => {
  const end = script.findIndex(
    (instruction, place) => place >= start && instruction.kind === 'opcode' && instruction.name === 'OP_UNTIL',
  );
  if (end < 0) throw new ScriptFailure('A loop without an end');
  return end + 1;
};

/** Begins a loop, and returns the place where it goes on. */
const beginLoop = (script: readonly Instruction[], machine: Machine, start: number): number => {
  const { loop } = machine.setting;
  if (loop === undefined || machine.loop !== undefined) throw new NotModelled('OP_BEGIN');
  if (loop.kind === 'turns') {
    machine.loop = { start, left: loop.turns };
    return start;
  }
  machine.entry = machine.take(loop.leaves.length - 1, loop.leaves.length);
  machine.push(...loop.leaves);
  return endOfLoop(script, start);
};

/** Ends a turn, and returns the place where the script goes on. */
const endTurn = (machine: Machine, behind: number): number => {
  if (machine.loop === undefined) throw new ScriptFailure('The end of no loop');
  const { start, left } = machine.loop;
  const isLast = left <= 1;
  const top = machine.popTruth();
  machine.require(isLast ? top : not(top));
  machine.loop = isLast ? undefined : { start, left: left - 1 };
  return isLast ? behind : start;
};

/** A run that has ended. */
export interface Run {
  /** What must hold for the run to take this path and the script to succeed, in the order of the script. */
  readonly conditions: readonly Bool[];
  /** Opcodes executed. */
  readonly steps: number;
  /** What an opaque loop found on the stack, the lowest first. */
  readonly entry: readonly Item[];
  /** The stack at the end, the lowest first. */
  readonly left: readonly Item[];
  /** The code that the script hands its stack to as the last thing it does; whether it succeeds is the code's. */
  readonly called: Called | undefined;
}

/** Runs a script from a place on, and returns every path by which it can succeed. */
export const run = (script: readonly Instruction[], machine: Machine, start = 0, stepsBefore = 0): readonly Run[] => {
  let steps = stepsBefore;
  try {
    for (let place = start; place < script.length;) {
      const instruction = script[place];
      place += 1;
      if (instruction === undefined) break;
      steps += 1;
      if (machine.called !== undefined && !isEndOfBranch(instruction)) throw new NotModelled('What follows a call');
      if (instruction.kind === 'push') machine.push(instruction.item);
      else if (BRANCHES.has(instruction.name)) {
        const top = machine.popTruth();
        const when = instruction.name === 'OP_IF' ? top : not(top);
        const otherwise = endOfBranch(script, place, true);
        if (when.op === 'true') continue;
        if (when.op === 'false') {
          place = otherwise;
          continue;
        }
        const other = machine.fork();
        return [...branch(script, machine, when, place, steps), ...branch(script, other, not(when), otherwise, steps)];
      } else if (instruction.name === 'OP_BEGIN') place = beginLoop(script, machine, place);
      else if (instruction.name === 'OP_UNTIL') place = endTurn(machine, place);
      else if (instruction.name === 'OP_ELSE') place = endOfBranch(script, place, false);
      else if (instruction.name !== 'OP_ENDIF') {
        const opcode = OPCODES[instruction.name] ?? CALLS[instruction.name];
        if (opcode === undefined) throw new NotModelled(instruction.name);
        opcode(machine);
      }
    }
    const { called } = machine;
    if (machine.setting.isPart !== true && called === undefined) machine.require(machine.accept());
    return [{ conditions: machine.conditions, steps, entry: machine.entry, left: machine.stack, called }];
  } catch (error) {
    if (error instanceof ScriptFailure) return [];
    throw error;
  }
};

const branch = (
  script: readonly Instruction[],
  machine: Machine,
  when: Bool,
  place: number,
  steps: number,
): readonly Run[] => {
  try {
    machine.require(when);
  } catch (error) {
    if (error instanceof ScriptFailure) return [];
    throw error;
  }
  return run(script, machine, place, steps);
};
