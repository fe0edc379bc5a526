import Type, { type Static, type TSchema, type TUnsafe } from 'typebox';

type Typed = TSchema & { readonly type: string; readonly title?: string };

/** Keeps the schema without null beside one with it; documents do not show it. */
export const NULL_OR = Symbol('weir.null-or');

/** A schema that also accepts null. */
export interface NullOr<Schema extends TSchema = TSchema> {
  readonly [NULL_OR]: Schema;
}

/**
 * Makes a schema that also accepts null, as `type: [.., "null"]`: OpenAPI 3.1 supports it, and unlike a union it
 * costs serializers no trial.
 *
 * @example
 * Nullable(Type.String({ maxLength: 10 })); // { type: ['string', 'null'], maxLength: 10 }
 */
export const Nullable = <Schema extends Typed>(schema: Schema): TUnsafe<Static<Schema> | null> & NullOr<Schema> =>
  Object.assign(
    Type.Unsafe<Static<Schema> | null>({
      ...schema,
      type: [schema.type, 'null'],
      ...(schema.title !== undefined && { title: `Nullable${schema.title}` }),
    }),
    { [NULL_OR]: schema },
  );

/** Makes a schema of one of some words, or null. */
export const NullableEnum = <const Words extends readonly string[]>(words: Words, description: string) =>
  Type.Unsafe<Words[number] | null>({ type: ['string', 'null'], enum: [...words, null], description });

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
