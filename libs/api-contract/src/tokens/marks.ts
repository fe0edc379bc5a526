/** What a property of an answer is, as far as it has to do with the name of a token. */
export type Mark = 'category' | 'amount of BCH' | 'amount of the asset';

/** Copies of a schema keep it; documents do not show it. */
const MARK = Symbol('weir.mark');

/** A schema with a mark that {@link nameTokens} finds. */
export const marked = <Schema extends object>(schema: Schema, mark: Mark): Schema =>
  Object.assign(schema, { [MARK]: mark });

/** How a schema is marked. */
export const markOf = (schema: object): Mark | undefined => (MARK in schema ? (schema[MARK] as Mark) : undefined);
