/**
 * What a property means beyond its JSON type. In answers: which asset an amount is of, what is the exact text beside it,
 * what is a time or a transaction before it becomes text. In requests: what has several spellings.
 */
export type Mark =
  | 'category'
  | 'amount of BCH'
  | 'amount of a token'
  | 'amount of the asset'
  | 'base units'
  | 'moment'
  | 'wallet transaction'
  | 'hex'
  | 'token type';

/** Copies of a schema keep the mark; documents do not show it. */
export const MARK = Symbol('weir.mark');

/** A schema that has a mark. */
export interface Marked<M extends Mark = Mark> {
  readonly [MARK]: M;
}

/** Marks a schema, in place. */
export const marked = <Schema extends object, const M extends Mark>(schema: Schema, mark: M): Schema & Marked<M> =>
  Object.assign(schema, { [MARK]: mark });

/** Returns the mark of a schema; undefined where it has none. */
export const markOf = (schema: object): Mark | undefined => (MARK in schema ? (schema[MARK] as Mark) : undefined);
