import { readFile } from 'node:fs/promises';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

const DOCUMENT = new URL('../../../docs/api/openapi.json', import.meta.url);

const HEAD = `// Generated from docs/api/openapi.json by \`npx nx generate client\`, which \`npm ci\` and every check run; not committed.

`;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Removes what says nothing about types, and what allows further members: a client reads what is named, and ignores
 * the rest.
 */
const leanSchema = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(leanSchema);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => key !== 'examples' && !(key === 'additionalProperties' && inner === true))
      .map(([key, inner]) => [key, leanSchema(inner)]),
  );
};

const ERROR = {
  description: 'Refused.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

/** Replaces all refusals of an operation by one `default`, since they share one shape. */
const leanOperation = (operation: Json): Json => {
  if (!isObject(operation) || !isObject(operation['responses'])) return operation;
  const answers = Object.entries(operation['responses']).filter(([status]) => status.startsWith('2'));
  return { ...operation, responses: { ...Object.fromEntries(answers), default: ERROR } };
};

const lean = (document: Json): Json => {
  if (!isObject(document) || !isObject(document['paths'])) throw new Error('No OpenAPI document');
  const paths = Object.entries(document['paths']).map(([path, operations]): [string, Json] => [
    path,
    isObject(operations)
      ? Object.fromEntries(Object.entries(operations).map(([method, one]) => [method, leanOperation(one)]))
      : operations,
  ]);
  return leanSchema({ ...document, paths: Object.fromEntries(paths) });
};

/** Any JSON value, for what the document leaves open. */
const JSON_VALUE =
  'export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };';

/** Generates the types of every request and answer, as TypeScript text, from the committed document. */
export const writeApiTypes = async (): Promise<string> => {
  // Headers of answers are read by name, never by type.
  const headers = /\[(name|key): string\]: unknown;/g;
  const document = lean(JSON.parse(await readFile(DOCUMENT, 'utf8')) as Json);
  const nodes = await openapiTS(document as unknown as OpenAPI3, {
    alphabetize: true,
    inject: JSON_VALUE,
    // The document leaves an empty schema open.
    transform: (schema) =>
      Object.keys(schema).length === 0 ? ts.factory.createTypeReferenceNode('JsonValue') : undefined,
  });
  return (
    HEAD +
    astToString(nodes)
      .replaceAll(headers, (_, name) => `[${name}: string]: ${name === 'name' ? 'string' : 'JsonValue'};`)
      .replaceAll(/("(?:multipart\/form-data|text\/csv)"): unknown;/g, '$1: string | FormData;')
  );
};
