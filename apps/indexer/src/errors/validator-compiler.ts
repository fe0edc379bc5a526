import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { explainProblems, parseIntegers, problemsSentence } from '@weir/http';
import { RequestError } from './request-error.js';

const WHOLE: Readonly<Record<string, string>> = { querystring: 'the query', params: 'the path' };

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks requests against TypeBox schemas, and tells what is wrong field by field. Of a query, whole numbers are parsed. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart = 'querystring' }) => {
  const check = Compile(schema);
  return (given: unknown) => {
    const value = httpPart === 'querystring' && isObject(given) ? parseIntegers(schema, given) : given;
    if (check.Check(value)) return { value };
    const problems = explainProblems(schema, check.Errors(value), WHOLE[httpPart] ?? httpPart);
    return { error: new RequestError('INVALID_REQUEST', problemsSentence(problems), { in: httpPart, problems }) };
  };
};
