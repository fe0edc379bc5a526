import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { refuse, refuseBy } from './refusal.js';
import { DATE_PATTERN, NUMBER_PATTERN } from './schemas.js';
import { type Sentence, sentence, shown } from './sentence.js';

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
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

/** A value, and where it is. */
interface Wrong {
  readonly place: Sentence;
  readonly value: string;
}

const patternText = (params: object, wrong: Wrong): Sentence => {
  const { pattern } = params as { readonly pattern?: unknown };
  if (pattern === DATE_PATTERN)
    return sentence('{place} has the value {value}, which cannot be imported. Expected a date: YYYY-MM-DD.', wrong);
  if (pattern === NUMBER_PATTERN)
    return sentence(
      '{place} has the value {value}, which cannot be imported. Expected digits, without a sign or an exponent.',
      wrong,
    );
  return sentence('{place} has the value {value}, which cannot be imported. Expected the form {pattern}.', {
    ...wrong,
    pattern: String(pattern),
  });
};

const typeText = (params: object, wrong: Wrong): Sentence => {
  const { type } = params as { readonly type?: unknown };
  switch (type) {
    case 'object':
      return sentence('{place} has the value {value}. Expected an object.', wrong);
    case 'array':
      return sentence('{place} has the value {value}. Expected a list.', wrong);
    case 'string':
      return sentence('{place} has the value {value}. Expected a text in quotes.', wrong);
    case 'integer':
      return sentence('{place} has the value {value}. Expected a whole number without quotes.', wrong);
    default:
      return sentence('{place} has the value {value}. Expected the type {type}.', { ...wrong, type: String(type) });
  }
};

const sentenceOf = ({ keyword, instancePath, params }: SchemaError, whole: unknown, what: Sentence): Sentence => {
  const place =
    instancePath === ''
      ? what
      : sentence('{place}, field {field}', { place: what, field: shown(instancePath.slice(1)) });
  const wrong = { place, value: shown(valueAt(whole, instancePath)) };
  const limited = () => ({ ...wrong, limit: Number((params as { readonly limit?: unknown }).limit) });
  switch (keyword) {
    case 'additionalProperties':
      return sentence('{place} has the field {field}, which the format does not define.', {
        place,
        field: shown(namesIn(params, 'additionalProperties')[0]),
      });
    case 'required':
      return sentence('{place} lacks the field {field}.', {
        place,
        field: shown(namesIn(params, 'requiredProperties')[0]),
      });
    case 'const':
    case 'enum':
      return sentence('{place} has the value {value}, which the format does not define.', wrong);
    case 'pattern':
      return patternText(params, wrong);
    case 'type':
      return typeText(params, wrong);
    case 'minimum':
      return sentence('{place} has the value {value}. Expected {limit} or more.', limited());
    case 'maximum':
      return sentence('{place} has the value {value}. Expected {limit} or less.', limited());
    case 'minLength':
      return sentence('{place} has the value {value}. Characters expected: {limit} or more.', limited());
    case 'maxLength':
      return sentence('{place} has the value {value}. Characters expected: {limit} or less.', limited());
    case 'minItems':
      return sentence('{place} has the value {value}. Entries expected: {limit} or more.', limited());
    case 'maxItems':
      return sentence('{place} has the value {value}. Entries expected: {limit} or less.', limited());
    case 'uniqueItems':
      return sentence('{place} has the value {value}, in which an entry is repeated.', wrong);
    default:
      return sentence('{place} has the value {value}, which breaks the rule {rule} of the format.', {
        ...wrong,
        rule: keyword,
      });
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
export const check = <Schema extends TSchema>(schema: Schema, value: unknown, what: Sentence): Static<Schema> => {
  const validator = validatorOf(schema);
  if (validator.Check(value)) return value as Static<Schema>;
  const [first] = validator.Errors(value).toSorted((one, other) => rankOf(one) - rankOf(other));
  return first === undefined
    ? refuse('{place} is not as the format defines it.', { place: what })
    : refuseBy(sentenceOf(first, value, what));
};
