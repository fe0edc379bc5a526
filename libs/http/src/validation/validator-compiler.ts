import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { ApiError } from '../errors/api-error.js';
import { explainProblems, problemsSentence } from './explain-problems.js';
import { findMisspeltField, findUnknownField, unknownFieldSentence, type UnknownField } from './find-unknown-field.js';
import { parseIntegers } from './parse-integers.js';

const WHOLE: Readonly<Record<string, string>> = { body: 'the body', querystring: 'the query', params: 'the path' };

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const invalid = (message: string, details: Readonly<Record<string, unknown>>): ApiError =>
  new ApiError('INVALID_REQUEST', message, details);

export const refuseUnknown = (unknown: UnknownField, httpPart: string): ApiError =>
  invalid(unknownFieldSentence(unknown), {
    in: httpPart,
    field: unknown.field,
    ...(unknown.didYouMean !== undefined && { didYouMean: unknown.didYouMean }),
  });

const findUnknown = (schema: TSchema, value: unknown, httpPart: string): UnknownField | undefined => {
  if (httpPart === 'body') return findUnknownField(schema, value);
  return httpPart === 'querystring' && isObject(value) ? findMisspeltField(schema, value) : undefined;
};

const compiled = new WeakMap<TSchema, ReturnType<typeof Compile>>();

/** Compiles a schema once, in however many routes and apps it is; it must not be changed afterwards. */
const compiledOf = (schema: TSchema): ReturnType<typeof Compile> => {
  const known = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, known);
  return known;
};

/** The result of checking one part of a request. */
type Checked =
  | { readonly value: unknown; readonly error?: never }
  | { readonly error: ApiError; readonly value?: never };

/**
 * Compiles a check of one part of a request against a TypeBox schema. Bodies are never coerced; integers in queries are
 * parsed. Errors are reported field by field, an unknown field first: a field reported as missing may only be misspelt.
 */
export const checkOf = (schema: TSchema, httpPart: string): ((given: unknown) => Checked) => {
  const check = compiledOf(schema);
  const whole = WHOLE[httpPart] ?? httpPart;
  return (given) => {
    const value = httpPart === 'querystring' && isObject(given) ? parseIntegers(schema, given) : given;
    const unknown = findUnknown(schema, value, httpPart);
    if (unknown !== undefined) return { error: refuseUnknown(unknown, httpPart) };
    if (check.Check(value)) return { value };
    const problems = explainProblems(schema, check.Errors(value), whole);
    return { error: invalid(problemsSentence(problems), { in: httpPart, problems }) };
  };
};

/** Fastify's validator compiler for TypeBox schemas. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart = 'body' }) =>
  checkOf(schema, httpPart);
