/** What a property of an answer means for the names of tokens. */
export type Mark = 'category' | 'amount of BCH' | 'amount of the asset';

/** Copies of a schema keep the mark; documents do not show it. */
const MARK = Symbol('weir.mark');

/** Marks a schema, in place, so that {@link nameTokens} finds it. */
export const marked = <Schema extends object>(schema: Schema, mark: Mark): Schema =>
  Object.assign(schema, { [MARK]: mark });

/** Returns the mark of a schema; undefined where it has none. */
export const markOf = (schema: object): Mark | undefined => (MARK in schema ? (schema[MARK] as Mark) : undefined);
