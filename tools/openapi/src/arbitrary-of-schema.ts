import fc from 'fast-check';
import { anyText } from './any-text.js';

/** The parts of an OpenAPI schema that generating requests needs. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly examples?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
}

let madeHostile: fc.Arbitrary<unknown> | undefined;

/** Returns an arbitrary of valid, invalid and hostile values. Created on first use, since it takes half a second. */
export const hostile = (): fc.Arbitrary<unknown> =>
  (madeHostile ??= fc.oneof(
    fc.constantFrom(true, false, null, '', ' ', '\u0000', '\ud800', '💧', "'; --", '__proto__', 'x'.repeat(5_000)),
    fc.constantFrom(
      0,
      -0,
      -1,
      1,
      0.1 + 0.2,
      1e-9,
      1e308,
      2 ** 53,
      4_294_967_295,
      1_767_225_600_000,
      '1',
      '1e5',
      '-1',
      'NaN',
      '1.000000001',
      '9223372036854775808',
    ),
    fc.jsonValue({ maxDepth: 3 }),
    anyText({ maxLength: 200 }),
    fc.double(),
    fc.constantFrom({ toString: 1 }, { constructor: { name: 'x' } }, [[]], [null], { length: 1e9 }),
  ));

const numbers = ({ minimum, maximum }: Schema): fc.Arbitrary<unknown> => {
  const [min, max] = [minimum ?? -2_147_483_648, maximum ?? 4_294_967_295];
  return fc.oneof(
    fc.constantFrom(min, max),
    fc.integer({ min, max }),
    fc.integer({ min: Math.max(min, Math.min(1_600_000_000, max)), max }),
  );
};

const strings = ({ format, pattern, minLength = 0, maxLength = 100 }: Schema): fc.Arbitrary<unknown> => {
  if (format === 'uuid') return fc.uuid();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  return anyText({ minLength, maxLength: Math.min(maxLength, minLength + 100) });
};

/**
 * Generates values that roughly fit a schema; what the schema cannot express is left to chance, on purpose.
 *
 * @param resolve resolves a reference
 */
export const arbitraryOf = (schema: Schema, resolve: (reference: string) => Schema): fc.Arbitrary<unknown> => {
  const { $ref, anyOf, examples = [], type } = schema;
  if ($ref !== undefined) return arbitraryOf(resolve($ref), resolve);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((one) => arbitraryOf(one, resolve)));
  const byType = [type ?? 'object'].flat().map((name): fc.Arbitrary<unknown> => {
    switch (name) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return numbers(schema);
      case 'number':
        return fc.oneof(numbers(schema), fc.constantFrom(0.001, 1, 21_000_000));
      case 'string':
        return strings(schema);
      case 'array':
        return fc.array(arbitraryOf(schema.items ?? {}, resolve), { maxLength: 5 });
      default:
        return objectOf(schema, (property) => arbitraryOf(property, resolve));
    }
  });
  return fc.oneof(...byType, ...(examples.length > 0 ? [fc.constantFrom(...examples)] : []));
};

/** Generates objects with all required and some optional properties. */
export const objectOf = (
  { properties = {}, required = [] }: Schema,
  valueOf: (property: Schema, name: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<object> => {
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, valueOf(property, name)]),
  );
  return fc.record(values, { requiredKeys: required.filter((name) => name in properties) });
};
