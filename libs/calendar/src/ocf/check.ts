import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { refuse, shown } from './refusal.js';
import { DATE_PATTERN, NUMBER_PATTERN } from './schemas.js';

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

const validators = new Map<TSchema, ReturnType<typeof Compile>>();
const validatorOf = (schema: TSchema): ReturnType<typeof Compile> => {
  const known = validators.get(schema) ?? Compile(schema);
  validators.set(schema, known);
  return known;
};

/** The value at a JSON pointer. */
const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (inner, part) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, part)
          ? (inner as Readonly<Record<string, unknown>>)[part]
          : undefined,
      value,
    );

const namesIn = (params: object, key: string): readonly string[] =>
  (params as Readonly<Record<string, readonly string[]>>)[key] ?? [];

/** What a pattern of the schemas is for. */
const expectedBy = (params: object): string => {
  const { pattern } = params as { readonly pattern?: unknown };
  if (pattern === DATE_PATTERN) return 'Expected a date: YYYY-MM-DD.';
  if (pattern === NUMBER_PATTERN) return 'Expected digits, without a sign or an exponent.';
  return `Expected the form ${String(pattern)}.`;
};

const sentenceOf = (error: SchemaError, value: unknown, what: string): string => {
  const { keyword, instancePath, params, message } = error;
  const place = instancePath === '' ? what : `${what}, field "${instancePath.slice(1)}"`;
  switch (keyword) {
    case 'additionalProperties':
      return `${place} has the field ${shown(namesIn(params, 'additionalProperties')[0])}, which the format does not define.`;
    case 'required':
      return `${place} lacks the field ${shown(namesIn(params, 'requiredProperties')[0])}.`;
    case 'const':
    case 'enum':
      return `${place} has the value ${shown(valueAt(value, instancePath))}, which the format does not define.`;
    case 'pattern':
      return `${place} has the value ${shown(valueAt(value, instancePath))}, which cannot be imported. ${expectedBy(params)}`;
    default:
      return `${place} ${message}, received ${shown(valueAt(value, instancePath))}.`;
  }
};

/** The order in which errors are reported: an unknown field explains a missing one. */
const rankOf = ({ keyword }: SchemaError): number =>
  keyword === 'additionalProperties' ? 0 : keyword === 'required' ? 1 : keyword === 'boolean' ? 3 : 2;

/**
 * Checks a value of a file against a schema.
 *
 * @param what the value is, for the sentence
 * @throws Refusal
 */
export const check = <Schema extends TSchema>(schema: Schema, value: unknown, what: string): Static<Schema> => {
  const validator = validatorOf(schema);
  if (validator.Check(value)) return value as Static<Schema>;
  const [first] = validator.Errors(value).toSorted((one, other) => rankOf(one) - rankOf(other));
  return first === undefined
    ? refuse(`${what} is not as the format defines it.`)
    : refuse(sentenceOf(first, value, what));
};
