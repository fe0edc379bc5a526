import { isRecord } from '../is-record.js';

const UUID = '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2';

/** Returns the example of the first alternative that has one and is not null. */
const firstOf = (alternatives: readonly unknown[]): unknown =>
  alternatives.map(exampleOf).find((example) => example !== undefined && example !== null);

const objectOf = (schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { required } = schema;
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const names = Array.isArray(required) ? required.map(String) : [];
  return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name])]));
};

/**
 * Makes an example of a JSON schema: its own where it has one, else the required properties, each by its own example,
 * constant, default or first word.
 *
 * @returns undefined where nothing says what a text or number may be
 */
export const exampleOf = (schema: unknown): unknown => {
  if (!isRecord(schema)) return undefined;
  const { examples, const: constant, default: fallback, enum: words, anyOf, type, items, minItems, format } = schema;
  if (Array.isArray(examples)) return examples[0] as unknown;
  if (constant !== undefined) return constant;
  if (fallback !== undefined) return fallback;
  if (Array.isArray(words)) return words[0] as unknown;
  if (Array.isArray(anyOf)) return firstOf(anyOf);
  if (type === 'object') return objectOf(schema);
  if (type === 'array')
    return Array.from({ length: Math.max(typeof minItems === 'number' ? minItems : 0, 1) }, () => exampleOf(items));
  if (type === 'boolean') return true;
  return format === 'uuid' ? UUID : undefined;
};
