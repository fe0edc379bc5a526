import fc from 'fast-check';
import { type GeneratedRequest, type Pool, type RequestDocument, requestsTo, routesOf } from './request-generator.js';

/** Numbers just within and beyond what databases and languages count with: 31, 32, 53 and 63 bits, and the longest integers of queries. */
const BORDERS = [31n, 32n, 53n, 63n]
  .flatMap((bits) => [2n ** bits - 1n, 2n ** bits])
  .concat(10n ** 9n - 1n, 10n ** 15n - 1n, 10n ** 16n - 1n, 10n ** 20n - 1n, -1n);
const UUID = '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2';

const opaque = (parts: readonly string[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** Cursors of every form that lists have, with a number in each of their places. */
const cursorsAt = (border: bigint): readonly string[] => {
  const text = border.toString();
  return [text, `${text}.1`, `1.${text}`, opaque([text, UUID]), opaque([text, UUID, ''])];
};

/** Replaces every number of a value by another; in texts such as `hash:1` the number at the end. */
const withNumber = (value: unknown, border: bigint, asText: boolean): unknown => {
  if (typeof value === 'number') return asText ? border.toString() : Number(border);
  if (typeof value === 'string') return value.replace(/^([0-9a-f]{64}:)\d+$/iu, `$1${border.toString()}`);
  if (Array.isArray(value)) return value.map((each) => withNumber(each, border, asText));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withNumber(each, border, asText)]));
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Makes requests to every route of a document that takes a number in its query, its body or its cursor, with each number replaced by one
 * at a border. The same for the same document and pool.
 */
export const borderRequests = (document: RequestDocument, pool: Pool): readonly GeneratedRequest[] =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const one = { ...document, paths: { [path]: { [method]: operation } } };
      const [route] = routesOf(one);
      const [sample] = fc.sample(requestsTo(one, pool), { numRuns: 1, seed: 1 });
      if (route === undefined || sample === undefined) return [];
      const [bare = ''] = sample.url.split('?');
      const fields = route.parameters.filter(
        ({ name, schema, in: place }) =>
          place === 'query' && (name === 'cursor' || schema.type === 'integer' || schema.type === 'number'),
      );
      const queries = fields.flatMap(({ name }) =>
        BORDERS.flatMap((border) => (name === 'cursor' ? cursorsAt(border) : [border.toString()])).map((text) => ({
          route,
          url: `${bare}?${name}=${encodeURIComponent(text)}`,
          body: sample.body,
        })),
      );
      const bodies = BORDERS.map((border, at) => ({
        route,
        url: bare,
        body: withNumber(sample.body, border, at % 2 === 0),
      }));
      return [...queries, ...bodies.filter(({ body }) => !isSame(body, sample.body))];
    }),
  );
