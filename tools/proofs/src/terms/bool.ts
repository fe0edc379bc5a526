import { intern } from './intern.js';
import type { Atom, Bool, Bytes, Int } from './term.js';

export const TRUE: Bool = intern({ op: 'true' });
export const FALSE: Bool = intern({ op: 'false' });

export const truth = (value: boolean): Bool => (value ? TRUE : FALSE);

/** A truth value that is a parameter. */
export const flag = (name: string): Bool => intern({ op: 'flag', name });

export const not = (of: Bool): Bool => {
  if (of === TRUE) return FALSE;
  if (of === FALSE) return TRUE;
  return of.op === 'not' ? of.of : intern({ op: 'not', of });
};

export const and = (...all: readonly Bool[]): Bool =>
  all.reduce((left, right) => {
    if (left === FALSE || right === FALSE) return FALSE;
    if (left === TRUE || left === right) return right;
    return right === TRUE ? left : intern({ op: 'and', left, right });
  }, TRUE);

export const or = (...all: readonly Bool[]): Bool =>
  all.reduce((left, right) => {
    if (left === TRUE || right === TRUE) return TRUE;
    if (left === FALSE || left === right) return right;
    return right === FALSE ? left : intern({ op: 'or', left, right });
  }, FALSE);

export const implies = (when: Bool, then: Bool): Bool => or(not(when), then);

export const equal = (left: Int, right: Int): Bool => {
  if (left === right) return TRUE;
  if (left.op === 'constant' && right.op === 'constant') return truth(left.value === right.value);
  // A truth value that was made a number.
  if (
    left.op === 'choose' &&
    left.then.op === 'constant' &&
    left.otherwise.op === 'constant' &&
    right.op === 'constant'
  )
    return or(and(left.when, equal(left.then, right)), and(not(left.when), equal(left.otherwise, right)));
  return intern({ op: 'equal', left, right });
};

export const less = (left: Int, right: Int): Bool => {
  if (left === right) return FALSE;
  if (left.op === 'constant' && right.op === 'constant') return truth(left.value < right.value);
  return intern({ op: 'less', left, right });
};

export const atMost = (left: Int, right: Int): Bool => not(less(right, left));

export const isNumber = (of: Atom): Bool => intern({ op: 'isNumber', of });
export const isTruthy = (of: Atom): Bool => intern({ op: 'isTruthy', of });

/** Whether a signature by a key is one of the transaction, or of a message. Uninterpreted. */
export const signed = (signature: Bytes, key: Bytes, message?: Bytes): Bool =>
  intern({ op: 'signed', signature, key, message });
