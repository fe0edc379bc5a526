import { int } from '../terms/int.js';
import { ScriptFailure, type Machine } from './machine.js';

export type Opcode = (machine: Machine) => void;

/** Copies `count` items from a depth on. */
const copy =
  (depth: number, count = 1): Opcode =>
  (machine) => {
    const start = machine.place(depth);
    machine.push(...machine.stack.slice(start, start + count));
  };

/** Moves `count` items from a depth on to the top. */
const move =
  (depth: number, count = 1): Opcode =>
  (machine) =>
    machine.push(...machine.take(depth, count));

const drop =
  (depth: number, count = 1): Opcode =>
  (machine) => {
    machine.take(depth, count);
  };

/** Opcodes that only move items. */
export const STACK_OPCODES: Readonly<Record<string, Opcode>> = {
  OP_DUP: copy(0),
  OP_OVER: copy(1),
  OP_2DUP: copy(1, 2),
  OP_3DUP: copy(2, 3),
  OP_2OVER: copy(3, 2),
  OP_SWAP: move(1),
  OP_ROT: move(2),
  OP_2SWAP: move(3, 2),
  OP_2ROT: move(5, 2),
  OP_DROP: drop(0),
  OP_2DROP: drop(1, 2),
  OP_NIP: drop(1),
  OP_TUCK: (machine) => {
    const top = machine.peek(0);
    machine.stack.splice(machine.place(1), 0, top);
  },
  OP_PICK: (machine) => copy(machine.popConstant())(machine),
  OP_ROLL: (machine) => move(machine.popConstant())(machine),
  OP_DEPTH: (machine) => machine.pushInt(int(machine.stack.length)),
  OP_TOALTSTACK: (machine) => {
    machine.alternate.push(machine.pop());
  },
  OP_FROMALTSTACK: (machine) => {
    const item = machine.alternate.pop();
    if (item === undefined) throw new ScriptFailure('Empty alternative stack');
    machine.push(item);
  },
};
