import type { TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import { schemaProperties } from './parse-integers.js';

/** A field and its problem; the text continues a sentence that starts with the field's name. */
export interface FieldProblem {
  readonly field: string;
  readonly problem: string;
}

const list = (values: readonly unknown[]): string =>
  values
    .filter((value) => value !== null)
    .map(String)
    .join(', ');

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

const types = (type: string | readonly string[]): string =>
  [type]
    .flat()
    .filter((word) => word !== 'null')
    .map((word) => (word === 'integer' ? 'a whole number' : article(word)))
    .join(' or ');

const explain = (error: TLocalizedValidationError, expected: unknown): string => {
  switch (error.keyword) {
    case 'type':
      return `must be ${types(error.params.type)}`;
    case 'enum':
      return `must be one of ${list(error.params.allowedValues)}`;
    case 'minimum':
      return `must be at least ${String(error.params.limit)}`;
    case 'maximum':
      return `must be at most ${String(error.params.limit)}`;
    case 'maxLength':
      return `must not have more than ${String(error.params.limit)} characters`;
    case 'minLength':
      return `must have at least ${String(error.params.limit)} characters`;
    case 'format':
      return `must be a ${error.params.format}`;
    case 'pattern':
      return typeof expected !== 'string'
        ? `must match ${String(error.params.pattern)}`
        : `has the wrong format: ${expected}`;
    default:
      return error.message;
  }
};

/**
 * Explains validation errors of a flat object field by field in plain English. A value of the wrong format is shown what is
 * `expected` of the property, or its `description`.
 *
 * @param whole how to call the object itself where the value is not an object
 */
export const explainProblems = (
  schema: TSchema,
  errors: readonly TLocalizedValidationError[],
  whole: string,
): FieldProblem[] => {
  const properties = schemaProperties(schema);
  return errors.flatMap((error) => {
    if (error.keyword === 'required')
      return error.params.requiredProperties.map((field) => ({ field, problem: 'is required' }));
    const field = error.instancePath.slice(1).replaceAll('/', '.');
    const property = properties.get(field);
    return [
      {
        field: field === '' ? whole : field,
        problem: explain(error, property?.['expected'] ?? property?.['description']),
      },
    ];
  });
};

/** Joins problems into one sentence. */
export const problemsSentence = (problems: readonly FieldProblem[]): string =>
  problems.map(({ field, problem }) => `${field} ${problem}`).join('; ');
