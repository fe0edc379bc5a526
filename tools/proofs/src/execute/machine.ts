import { not } from '../terms/bool.js';
import type { Atom, Bool, Bytes, Int } from '../terms/term.js';
import { bytesItem, bytesOf, intItem, isOperand, isTrue, valueOf, boolItem, type Item } from './item.js';

/** Thrown where every run of a path fails: an empty stack, a place outside of it. */
export class ScriptFailure extends Error {
  override readonly name = 'ScriptFailure';
}

/** Thrown where a script does what this executor does not model. */
export class NotModelled extends Error {
  override readonly name = 'NotModelled';
}

/** What is known of a transaction before a script runs. */
export interface Setting {
  /** The input whose script runs: a number, or a symbol that stands for any. */
  readonly activeIndex: Int;
  /** Bytecode of the script that runs, for OP_ACTIVEBYTECODE. */
  readonly active: Atom;
  /** Length of the commitment of the coin whose script runs, where it is assumed. */
  readonly commitmentLength: number | undefined;
  /** What is done with a loop; a script with one is not modelled where nothing is said. */
  readonly loop?: LoopModel | undefined;
  /** Whether what runs is a part of a script, after which anything may be left. */
  readonly isPart?: boolean;
}

/** `turns`: the paths that leave the loop after as many turns. `opaque`: the loop leaves anything at all. */
export type LoopModel =
  | { readonly kind: 'turns'; readonly turns: number }
  /** What the loop finds on top of the stack, as many items, is taken; what it leaves are these symbols. */
  | { readonly kind: 'opaque'; readonly leaves: readonly Item[] };

/** A code that is not known, and the stack that it finds, the lowest first. */
export interface Called {
  readonly code: Bytes;
  readonly stack: readonly Item[];
}

/** The stacks of one path of a script, and what must hold for it to go on. */
export class Machine {
  readonly conditions: Bool[];
  readonly stack: Item[];
  readonly alternate: Item[];
  /** Where the loop that runs begins, and how many turns it still takes. */
  loop: { readonly start: number; readonly left: number } | undefined;
  /** What an opaque loop found, the lowest first. */
  entry: readonly Item[] = [];
  /** Codes that the script has defined, by their numbers. */
  readonly functions = new Map<number, Bytes>();
  /** The code that the script has handed its stack to. */
  called: Called | undefined;

  constructor(
    readonly setting: Setting,
    stack: readonly Item[],
    alternate: readonly Item[] = [],
    conditions: readonly Bool[] = [],
  ) {
    this.stack = [...stack];
    this.alternate = [...alternate];
    this.conditions = [...conditions];
  }

  fork(): Machine {
    const other = new Machine(this.setting, this.stack, this.alternate, this.conditions);
    other.loop = this.loop;
    other.entry = this.entry;
    other.called = this.called;
    for (const [number, code] of this.functions) other.functions.set(number, code);
    return other;
  }

  require(condition: Bool): void {
    if (condition.op === 'false') throw new ScriptFailure('A condition that never holds');
    if (condition.op === 'true' || this.conditions.includes(condition)) return;
    if (this.conditions.includes(not(condition))) throw new ScriptFailure('A condition and its opposite');
    // A conjunction is kept as its members, which are easier to read and to leave out.
    if (condition.op === 'and') {
      this.require(condition.left);
      this.require(condition.right);
    } else this.conditions.push(condition);
  }

  push(...items: readonly Item[]): void {
    this.stack.push(...items);
  }

  pushInt(value: Int): void {
    this.push(intItem(value));
  }

  pushBool(value: Bool): void {
    this.push(boolItem(value));
  }

  pushBytes(value: Bytes): void {
    this.push(bytesItem(value));
  }

  pop(): Item {
    const item = this.stack.pop();
    if (item === undefined) throw new ScriptFailure('Empty stack');
    return item;
  }

  popBytes(): Bytes {
    return bytesOf(this.pop());
  }

  popTruth(): Bool {
    return isTrue(this.pop());
  }

  /** Takes an operand of arithmetic. */
  popInt(): Int {
    const item = this.pop();
    this.require(isOperand(item));
    return valueOf(item);
  }

  /** Takes two operands; the one on top is the right one. */
  popInts(): readonly [Int, Int] {
    const right = this.popInt();
    return [this.popInt(), right];
  }

  /** Takes a number that must be a constant, since places on the stack depend on it. */
  popConstant(): number {
    const value = this.popInt();
    if (value.op !== 'constant') throw new NotModelled('A place on the stack that is not constant');
    return Number(value.value);
  }

  /** Returns the place, from the bottom, of an item by its depth. */
  place(depth: number): number {
    const place = this.stack.length - 1 - depth;
    if (depth < 0 || place < 0) throw new ScriptFailure('No such place on the stack');
    return place;
  }

  peek(depth: number): Item {
    const item = this.stack[this.place(depth)];
    if (item === undefined) throw new ScriptFailure('Empty stack');
    return item;
  }

  /** Takes `count` items from a depth on; the deepest first. */
  take(depth: number, count = 1): Item[] {
    return this.stack.splice(this.place(depth), count);
  }

  /** What must hold for the script to end well: one item is left, and counts as true. */
  accept(): Bool {
    if (this.stack.length !== 1) throw new ScriptFailure('More than one item is left');
    return isTrue(this.peek(0));
  }
}
