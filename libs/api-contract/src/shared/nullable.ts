import Type, { type Static, type TSchema } from 'typebox';

type Typed = TSchema & { readonly type: string; readonly title?: string };

/**
 * A schema that also takes null, as `type: [.., "null"]`: OpenAPI 3.1 reads it, and serializers need no trial as they
 * do for a union.
 *
 * @example
 * Nullable(Type.String({ maxLength: 10 })) // { type: ['string', 'null'], maxLength: 10 }
 */
export const Nullable = <Schema extends Typed>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [schema.type, 'null'],
    ...(schema.title !== undefined && { title: `Nullable${schema.title}` }),
  });

/** One of some words, or null. */
export const NullableEnum = <const Words extends readonly string[]>(words: Words, description: string) =>
  Type.Unsafe<Words[number] | null>({ type: ['string', 'null'], enum: [...words, null], description });
