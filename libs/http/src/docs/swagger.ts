import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema, RouteHandlerMethod } from 'fastify';
import fp from 'fastify-plugin';
import { isRecord } from '../is-record.js';
import { describeProperties } from './describe-properties.js';
import { exampleOf } from './example-of.js';
import { hoistTitledSchemas } from './hoist-titled-schemas.js';

// Built declarations keep this line, and with it what the package adds to Fastify's types.
export type {} from '@fastify/swagger';

/** Whether a body may be omitted: JSON only, without a required field. */
const isDispensable = ({ content }: Readonly<Record<string, unknown>>): boolean => {
  const media = isRecord(content) ? Object.entries(content) : [];
  return media.every(([type, value]) => {
    const schema = isRecord(value) ? value['schema'] : undefined;
    const required = isRecord(schema) ? schema['required'] : undefined;
    return type === 'application/json' && (!Array.isArray(required) || required.length === 0);
  });
};

const NOT_MODIFIED = { description: 'The answer is still the one that the client named by `If-None-Match`.' };

/** Adds the 304 response, which every GET may give (see conditional.ts). */
const withNotModified = (method: string, operation: Readonly<Record<string, unknown>>) =>
  method === 'get' && isRecord(operation['responses'])
    ? { ...operation, responses: { ...operation['responses'], 304: NOT_MODIFIED } }
    : operation;

/** Adds an example to a body whose schema shows none. */
const withExample = (media: unknown): unknown => {
  if (!isRecord(media) || 'example' in media || 'examples' in media) return media;
  const example = exampleOf(media['schema']);
  return example === undefined ? media : { ...media, example };
};

const withExamples = (body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const content = isRecord(body['content']) ? Object.entries(body['content']) : [];
  return { ...body, content: Object.fromEntries(content.map(([type, media]) => [type, withExample(media)])) };
};

const complete = (method: string, given: unknown): unknown => {
  if (!isRecord(given)) return given;
  const operation = withNotModified(method, given);
  const { requestBody, security = [] } = operation;
  if (!isRecord(requestBody)) return { ...operation, security };
  const { required, ...rest } = requestBody;
  return {
    ...operation,
    security,
    requestBody: withExamples(isDispensable(requestBody) ? rest : { ...rest, required }),
  };
};

/**
 * Completes the operations of an OpenAPI document: explicit empty `security` where a route needs no caller (tools take
 * its absence for an oversight), optional bodies where no field is required, an example of each body, and the 304 of reads.
 */
const completeOperations = <Document extends object>(document: Document): Document => {
  if (!('paths' in document) || !isRecord(document.paths)) return document;
  const paths = Object.entries(document.paths).map(([path, operations]): [string, unknown] => [
    path,
    isRecord(operations)
      ? Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => [method, complete(method, operation)]),
        )
      : operations,
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
};

/** General information of an app's OpenAPI document. */
export interface SwaggerOptions {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** What properties mean that say nothing of themselves, by their names. */
  readonly properties?: Readonly<Record<string, string>>;
  readonly contact?: { readonly name: string };
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
}

type SecurityScheme = (
  | { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string }
  | { readonly type: 'http'; readonly scheme: 'bearer'; readonly bearerFormat: string }
) & { readonly description: string };

/** Generates an OpenAPI 3.1 document from the routes' schemas. Register it before the routes. */
export const swaggerPlugin = fp<SwaggerOptions>(async (app, options) => {
  const { title, version, description, tags, securitySchemes, properties = {}, contact } = options;
  await app.register(swagger, {
    convertConstToEnum: false,
    transformObject: (document) =>
      describeProperties(
        hoistTitledSchemas(
          completeOperations('openapiObject' in document ? document.openapiObject : document.swaggerObject),
        ),
        properties,
      ),
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description, license: { name: 'MIT', identifier: 'MIT' }, ...(contact && { contact }) },
      // Relative, so that it is the server the document was read from.
      servers: [{ url: '/' }],
      tags: [...tags],
      ...(securitySchemes !== undefined && { components: { securitySchemes: { ...securitySchemes } } }),
    },
  });
});

/** Schema of a route that the OpenAPI document leaves out: pages, files, metrics. */
export const UNDOCUMENTED: FastifySchema = { hide: true };

const PREFIX = '/docs';

/** Handlers that serve the document by route: serialised at the first request, then one shared buffer. */
const preparedDocuments = (app: FastifyInstance): ReadonlyMap<string, RouteHandlerMethod> => {
  const prepared = (type: string, make: () => string): RouteHandlerMethod => {
    let buffer: Buffer | undefined;
    return (_request, reply) => reply.type(type).send((buffer ??= Buffer.from(make())));
  };
  return new Map([
    [`${PREFIX}/json`, prepared('application/json; charset=utf-8', () => JSON.stringify(app.swagger()))],
    [`${PREFIX}/yaml`, prepared('application/x-yaml; charset=utf-8', () => app.swagger({ yaml: true }))],
  ]);
};

/** Serves the documentation page at /docs and the OpenAPI document at /docs/json and /docs/yaml. */
export const swaggerUiPlugin = fp(async (app) => {
  const documents = preparedDocuments(app);
  app.addHook('onRoute', (route) => {
    route.handler = documents.get(route.url) ?? route.handler;
  });
  await app.register(swaggerUi, {
    routePrefix: PREFIX,
    staticCSP: {
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:'],
      'connect-src': "'self'",
      'frame-ancestors': "'none'",
    },
  });
});
