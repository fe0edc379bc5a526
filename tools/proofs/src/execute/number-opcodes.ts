import { and, atMost, equal, less, not, or } from '../terms/bool.js';
import {
  add,
  divide,
  isZero,
  larger,
  multiply,
  negate,
  ONE,
  power,
  remainder,
  smaller,
  subtract,
  ZERO,
} from '../terms/int.js';
import type { Bool, Int } from '../terms/term.js';
import { ScriptFailure } from './machine.js';
import type { Opcode } from './stack-opcodes.js';

const unary =
  (compute: (value: Int) => Int): Opcode =>
  (machine) =>
    machine.pushInt(compute(machine.popInt()));

const binary =
  (compute: (left: Int, right: Int) => Int): Opcode =>
  (machine) =>
    machine.pushInt(compute(...machine.popInts()));

const comparison =
  (compare: (left: Int, right: Int) => Bool): Opcode =>
  (machine) =>
    machine.pushBool(compare(...machine.popInts()));

const division =
  (compute: (left: Int, right: Int) => Int): Opcode =>
  (machine) => {
    const [left, right] = machine.popInts();
    machine.require(not(isZero(right)));
    machine.pushInt(compute(left, right));
  };

/** Opcodes of numbers and truth values. */
export const NUMBER_OPCODES: Readonly<Record<string, Opcode>> = {
  OP_1ADD: unary((value) => add(value, ONE)),
  OP_1SUB: unary((value) => subtract(value, ONE)),
  OP_NEGATE: unary(negate),
  OP_ABS: unary((value) => larger(value, negate(value))),
  OP_ADD: binary(add),
  OP_SUB: binary(subtract),
  OP_MUL: binary(multiply),
  OP_DIV: division(divide),
  OP_MOD: division(remainder),
  // By a constant, as compiled: 2 to the power of it.
  OP_LSHIFTNUM: (machine) => {
    const bits = machine.popConstant();
    if (bits < 0) throw new ScriptFailure('A shift by less than nothing');
    machine.pushInt(multiply(machine.popInt(), power(bits)));
  },
  OP_MIN: binary(smaller),
  OP_MAX: binary(larger),
  OP_NUMEQUAL: comparison(equal),
  OP_NUMNOTEQUAL: comparison((left, right) => not(equal(left, right))),
  OP_LESSTHAN: comparison(less),
  OP_GREATERTHAN: comparison((left, right) => less(right, left)),
  OP_LESSTHANOREQUAL: comparison(atMost),
  OP_GREATERTHANOREQUAL: comparison((left, right) => atMost(right, left)),
  OP_NUMEQUALVERIFY: (machine) => machine.require(equal(...machine.popInts())),
  OP_BOOLAND: comparison((left, right) => and(not(isZero(left)), not(isZero(right)))),
  OP_BOOLOR: comparison((left, right) => or(not(isZero(left)), not(isZero(right)))),
  OP_NOT: (machine) => machine.pushBool(isZero(machine.popInt())),
  OP_0NOTEQUAL: (machine) => machine.pushBool(not(equal(machine.popInt(), ZERO))),
  OP_WITHIN: (machine) => {
    const [least, limit] = machine.popInts();
    const value = machine.popInt();
    machine.pushBool(and(atMost(least, value), less(value, limit)));
  },
};
