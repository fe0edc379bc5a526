import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { ApiError } from '../errors/api-error.js';
import { explainProblems, problemsSentence } from './explain-problems.js';
import { findMisspeltField } from './find-misspelt-field.js';
import { parseIntegers } from './parse-integers.js';

const WHOLE: Readonly<Record<string, string>> = { body: 'the body', querystring: 'the query', params: 'the path' };

/** Where clients name fields, and a misspelt one is worse than an unknown one: a filter that does not filter. */
const NAMED_BY_CLIENTS: readonly string[] = ['body', 'querystring'];

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const invalid = (message: string, details: Readonly<Record<string, unknown>>): ApiError =>
  new ApiError('INVALID_REQUEST', message, details);

const misspelt = (schema: TSchema, value: object, httpPart: string): ApiError | undefined => {
  const found = findMisspeltField(schema, value);
  return (
    found &&
    invalid(`${found.given} is not a field of this request; did you mean ${found.meant}?`, {
      in: httpPart,
      field: found.given,
      meant: found.meant,
    })
  );
};

/** What a check of one part of a request finds. */
type Checked =
  { readonly value: unknown; readonly error?: never } | { readonly error: ApiError; readonly value?: never };

/**
 * A check of one part of requests against a TypeBox schema. Bodies are never coerced; of a query, whole numbers are parsed.
 * What is wrong is told field by field.
 */
export const checkOf = (schema: TSchema, httpPart: string): ((given: unknown) => Checked) => {
  const check = Compile(schema);
  const whole = WHOLE[httpPart] ?? httpPart;
  return (given) => {
    const value = httpPart === 'querystring' && isObject(given) ? parseIntegers(schema, given) : given;
    if (!check.Check(value)) {
      const problems = explainProblems(schema, check.Errors(value), whole);
      return { error: invalid(problemsSentence(problems), { in: httpPart, problems }) };
    }
    const error =
      NAMED_BY_CLIENTS.includes(httpPart) && isObject(value) ? misspelt(schema, value, httpPart) : undefined;
    return error === undefined ? { value } : { error };
  };
};

/** Checks requests against TypeBox schemas. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart = 'body' }) =>
  checkOf(schema, httpPart);
