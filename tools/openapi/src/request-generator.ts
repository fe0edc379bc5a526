import fc from 'fast-check';
import { arbitraryOf, hostile, objectOf, type Schema } from './arbitrary-of-schema.js';

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** The parts of an OpenAPI document that generating requests needs. */
export interface RequestDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly body: Schema | undefined;
  readonly parameters: readonly Parameter[];
}

export interface GeneratedRequest {
  readonly route: Route;
  readonly url: string;
  readonly body: unknown;
}

/** Values that exist in the fixture: ids, addresses, hashes; by field name where one is meant. */
export interface Pool {
  readonly values: readonly string[];
  readonly byField: Readonly<Record<string, readonly unknown[]>>;
}

const followed = (schema: Schema | undefined, { components }: RequestDocument): Schema | undefined =>
  schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1) ?? ''];

export const routesOf = (document: RequestDocument): Route[] =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      body: followed(requestBody?.content['application/json']?.schema, document),
      parameters,
    })),
  );

/** Encodes a value for a URL: text as it is, anything else as JSON. */
const inUrl = (value: unknown): string =>
  encodeURIComponent(Buffer.from(typeof value === 'string' ? value : [JSON.stringify(value)].join('')).toString());

const fill = (path: string, values: Readonly<Record<string, unknown>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inUrl(values[name]).slice(0, 400));

const search = (values: Readonly<Record<string, unknown>>): string => {
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${inUrl(value)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
};

/**
 * Generates requests to every route of a document: mostly valid ones with values that exist, so that they get past
 * validation, and some of every other kind.
 */
export const requestsTo = (document: RequestDocument, pool: Pool): fc.Arbitrary<GeneratedRequest> => {
  const resolve = ($ref: string): Schema => followed({ $ref }, document) ?? {};
  const valueOf = (schema: Schema, name: string): fc.Arbitrary<unknown> => {
    const meant = pool.byField[name] ?? [];
    return fc.oneof(
      { weight: 6, arbitrary: meant.length > 0 ? fc.constantFrom(...meant) : arbitraryOf(schema, resolve) },
      { weight: 2, arbitrary: arbitraryOf(schema, resolve) },
      { weight: 1, arbitrary: fc.constantFrom(...pool.values) },
      { weight: 1, arbitrary: hostile() },
    );
  };
  const bodyOf = (schema: Schema): fc.Arbitrary<unknown> =>
    fc.oneof(
      { weight: 12, arbitrary: objectOf(schema, valueOf) },
      { weight: 1, arbitrary: objectOf({ ...schema, required: [] }, valueOf) },
      {
        weight: 1,
        arbitrary: fc.oneof(
          fc.array(hostile(), { maxLength: 3 }),
          fc.dictionary(fc.string(), hostile(), { maxKeys: 5 }),
        ),
      },
    );
  const placed = (
    parameters: readonly Parameter[],
    place: string,
    isRequired: boolean,
  ): fc.Arbitrary<Record<string, unknown>> => {
    const values = Object.fromEntries(
      parameters.filter((parameter) => parameter.in === place).map(({ name, schema }) => [name, valueOf(schema, name)]),
    );
    return isRequired ? fc.record(values) : fc.record(values, { requiredKeys: [] });
  };
  // Created once per route, since creating is more expensive than drawing.
  const requestTo = (route: Route): fc.Arbitrary<GeneratedRequest> =>
    fc
      .record({
        inPath: placed(route.parameters, 'path', true),
        inQuery: placed(route.parameters, 'query', false),
        body: route.body === undefined ? fc.constant(undefined) : bodyOf(route.body),
      })
      .map(({ inPath, inQuery, body }) => ({ route, url: fill(route.path, inPath) + search(inQuery), body }));
  return fc.oneof(...routesOf(document).map(requestTo));
};
