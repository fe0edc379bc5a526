import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { parseAddress } from '@weir/covenants';
import { assertDocumented } from '@weir/openapi';
import { describeApp } from '../../scripts/describe-app.js';
import { buildApp } from '../../src/app.js';
import { testHttpConfig, unreachableDependencies } from '../support/unreachable.js';

let app: FastifyInstance;
beforeAll(async () => {
  app = await buildApp(unreachableDependencies().dependencies, testHttpConfig);
});
afterAll(() => app.close());

const refusal = { success: false, error: 'x', code: 'NOT_FOUND', message: 'x', requestId: 'x' };
const health = { success: true, status: 'ok', uptimeSeconds: 1 };

describe('the document as a judge of answers', () => {
  it.each([
    ['GET', '/health', 200, health],
    ['GET', '/health/?x=1', 200, health],
    ['GET', '/api/streams/some-id', 404, refusal],
    ['GET', '/nowhere', 404, { ...refusal, code: 'ROUTE_NOT_FOUND' }],
    ['PUT', '/health', 405, { ...refusal, code: 'METHOD_NOT_ALLOWED' }],
    ['GET', '/docs/json', 200, {}],
  ])('takes %s %s with %i', (method, url, status, body) => {
    expect(() => assertDocumented(app, { method, url, status, body })).not.toThrow();
  });

  it.each([
    ['a status the route does not have', 'GET', '/health', 404, refusal],
    ['a status no route has', 'GET', '/nowhere', 418, refusal],
    ['a success of no route', 'GET', '/nowhere', 200, health],
    ['a missing field', 'GET', '/health', 200, { success: true, status: 'ok' }],
    ['a field of another type', 'GET', '/health', 200, { ...health, uptimeSeconds: '1' }],
    ['a word that is none of those named', 'GET', '/health', 200, { ...health, status: 'fine' }],
    ['a code there is not', 'GET', '/api/streams/some-id', 404, { ...refusal, code: 'LOST' }],
    ['an error without its request id', 'GET', '/nowhere', 404, { ...refusal, requestId: undefined }],
    [
      'a record that is none, inside a list',
      'GET',
      '/api/streams',
      200,
      { success: true, streams: [{}], total: 1, nextCursor: null },
    ],
    ['an id that is none', 'POST', '/api/auth/nonce', 200, { success: true, nonceId: '1', message: 'x', expiresAt: 1 }],
  ])('does not take %s', (_, method, url, status, body) => {
    expect(() => assertDocumented(app, { method, url, status, body })).toThrow(/not documented/);
  });
});

describe('committed documents', () => {
  it('are those of the app; `npx nx docs api` writes them again', async () => {
    for (const { path, text } of await describeApp()) {
      expect({ path, text: await readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8') }).toEqual({
        path,
        text,
      });
    }
  });

  it('show addresses that exist', async () => {
    const documents = await describeApp();
    const addresses = documents.flatMap(({ text }) => text.match(/bchtest:q[0-9a-z]+/g) ?? []);
    expect(new Set(addresses).size).toBe(5);
    expect(addresses.filter((address) => !parseAddress(address, 'chipnet').ok)).toEqual([]);
  });

  it('describe every property, and show an example of every body', async () => {
    const document = (await describeApp()).find(({ path }) => path.endsWith('openapi.json'));
    const { paths, components } = JSON.parse(document?.text ?? '{}') as Described;
    expect(undescribed({ paths, components }, components.schemas)).toEqual([]);
    const bodies = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { requestBody }]) =>
        Object.entries(requestBody?.content ?? {}).map(([type, media]) => ({
          body: `${method} ${path} ${type}`,
          media,
        })),
      ),
    );
    expect(bodies.length).toBeGreaterThan(50);
    expect(bodies.filter(({ media }) => !('example' in media || 'examples' in media)).map(({ body }) => body)).toEqual(
      [],
    );
  });

  it('have a decimal text beside every exact amount of a record', async () => {
    const document = (await describeApp()).find(({ path }) => path.endsWith('openapi.json'));
    const { components } = JSON.parse(document?.text ?? '{}') as { readonly components: { readonly schemas: object } };
    // The indexer's answers are passed on as they are; refusals name no asset.
    const schemas = Object.entries(components.schemas).filter(
      ([name]) => !/^(?:Indexed|CommitmentChange|Error$)/u.test(name),
    );
    expect(schemas.length).toBeGreaterThan(50);
    expect(schemas.flatMap(([name, schema]) => amountsWithoutText(schema, name))).toEqual([]);
  });
});

interface Described {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly requestBody?: { readonly content: Record<string, object> } }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const isDescribed = (schema: unknown, schemas: Node): boolean => {
  if (!isNode(schema)) return false;
  const { $ref, anyOf } = schema;
  if ('description' in schema) return true;
  if (typeof $ref === 'string') return isDescribed(schemas[$ref.split('/').at(-1) ?? ''], schemas);
  return Array.isArray(anyOf) && anyOf.some((one) => isDescribed(one, schemas));
};

/** Paths of the properties that nothing says anything of. */
const undescribed = (value: unknown, schemas: Node, at = ''): string[] => {
  if (!isNode(value)) return [];
  const properties = isNode(value['properties']) ? Object.entries(value['properties']) : [];
  return [
    ...properties.filter(([, schema]) => !isDescribed(schema, schemas)).map(([name]) => `${at}.${name}`),
    ...Object.entries(value)
      .filter(([key]) => !['example', 'examples', 'default', 'const', 'enum'].includes(key))
      .flatMap(([key, inner]) => undescribed(inner, schemas, `${at}.${key}`)),
  ];
};

/** Properties `x` beside `xBase` (`x_base`) which have no `xDecimal` (`x_decimal`); a deprecated twin needs none. */
const amountsWithoutText = (schema: unknown, at: string): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: Readonly<Record<string, { readonly deprecated?: boolean }>> };
  const missing = Object.entries(properties).flatMap(([name, { deprecated }]) => {
    const [, amount = '', form] = /^(.+?)(Base|_base)$/u.exec(name) ?? [];
    const text = `${amount}${form === 'Base' ? 'Decimal' : '_decimal'}`;
    return form !== undefined && amount in properties && deprecated !== true && !(text in properties)
      ? [`${at}.${name}`]
      : [];
  });
  return [...missing, ...Object.entries(schema).flatMap(([key, inner]) => amountsWithoutText(inner, `${at}.${key}`))];
};
