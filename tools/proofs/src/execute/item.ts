import { and, equal, not, truth } from '../terms/bool.js';
import { EMPTY, isShortestBytes, literal, numberOf, same, shapes, truthOf, whole } from '../terms/bytes.js';
import { choose, isZero, ONE, ZERO } from '../terms/int.js';
import { encodeNumber } from '../terms/script-number.js';
import type { Bool, Bytes, Int } from '../terms/term.js';

/** An element of a stack. Numbers and truth values are kept as such until a script looks at their bytes. */
export type Item =
  | { readonly kind: 'int'; readonly value: Int }
  | { readonly kind: 'bool'; readonly value: Bool }
  | { readonly kind: 'bytes'; readonly value: Bytes };

export const intItem = (value: Int): Item => ({ kind: 'int', value });
export const boolItem = (value: Bool): Item => ({ kind: 'bool', value });
export const bytesItem = (value: Bytes): Item => ({ kind: 'bytes', value });

/** An item's bytes. */
export const bytesOf = (item: Item): Bytes => {
  switch (item.kind) {
    case 'bytes':
      return item.value;
    case 'bool':
      return shapes([
        [item.value, literal(Uint8Array.of(1))],
        [not(item.value), EMPTY],
      ]);
    case 'int':
      return item.value.op === 'constant'
        ? literal(encodeNumber(item.value.value))
        : whole({ kind: 'encoded', value: item.value });
  }
};

/** An item as a number, from any encoding. */
export const valueOf = (item: Item): Int => {
  if (item.kind === 'int') return item.value;
  return item.kind === 'bool' ? choose(item.value, ONE, ZERO) : numberOf(item.value);
};

/** Whether an item may be an operand of arithmetic. */
export const isOperand = (item: Item): Bool => (item.kind === 'bytes' ? isShortestBytes(item.value) : truth(true));

/** Whether an item counts as true. */
export const isTrue = (item: Item): Bool => {
  if (item.kind === 'bool') return item.value;
  return item.kind === 'int' ? not(isZero(item.value)) : truthOf(item.value);
};

/** Whether two items have the same bytes. A number has one shortest encoding, so numbers are compared as such. */
export const sameItems = (left: Item, right: Item): Bool =>
  left.kind === 'bytes' && right.kind === 'bytes'
    ? same(left.value, right.value)
    : and(isOperand(left), isOperand(right), equal(valueOf(left), valueOf(right)));
