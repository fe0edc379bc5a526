import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import fastify from 'fastify';
import fp from 'fastify-plugin';
import type { ServerConfig } from './config/server-config.js';
import { ApiError } from './errors/api-error.js';
import { findJsonExcess } from './validation/find-json-excess.js';

export interface CorsOptions extends Pick<ServerConfig, 'corsOrigins'> {
  /** HTTP methods that pages may use. */
  readonly methods: readonly string[];
  /** Request headers that pages may send. */
  readonly allowedHeaders: readonly string[];
}

/** Response headers that pages may read. */
const EXPOSED = [
  'x-request-id',
  'etag',
  'ratelimit',
  'ratelimit-policy',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'idempotency-replayed',
];

/** Allows web pages of the configured origins to call. There are no cookies, so no credentials are shared. */
export const corsPlugin = fp<CorsOptions>(async (app, { corsOrigins, methods, allowedHeaders }) => {
  await app.register(cors, {
    origin: corsOrigins === '*' ? '*' : [...corsOrigins],
    methods: [...methods],
    allowedHeaders: [...allowedHeaders],
    exposedHeaders: EXPOSED,
    maxAge: 86_400,
  });
});

type Headers = Readonly<Record<string, string>>;

/**
 * Security headers. The API serves data, so nothing may be embedded or run; the documentation page sets its own policy.
 */
const readHeaders = async (): Promise<Headers> => {
  const probe = fastify();
  await probe.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // Pages of other origins may read responses; CORS decides which.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
  probe.get('/', (_, reply) => reply.raw.getHeaders());
  const answer = await probe.inject('/');
  await probe.close();
  return answer.json<Headers>();
};

let known: Promise<Headers> | undefined;

/**
 * Sets helmet's security headers, which are the same for every request: they are asked for once, where helmet would put itself
 * together again for each.
 */
export const helmetPlugin = fp(async (app) => {
  const headers = await (known ??= readHeaders());
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers);
    next();
  });
});

/** Default body limit of a route, bytes. A route that takes more says so. */
export const BODY_BYTES = 16_384;
/** Body limit of routes that take a signed transaction: 100 kB, as hex. */
export const TRANSACTION_BYTES = 262_144;
/** Bodies above it wait for their client's turn before they are parsed, characters. */
const PARSED_IN_TURN = 65_536;

/**
 * Accepts JSON bodies and no other content type. An empty one counts as `{}` for any content type: clients differ,
 * and validation then names the missing fields. Keys such as `__proto__` are refused, and so are bodies with more keys, levels or values
 * than any route takes, before they are parsed.
 */
export const jsonBodyPlugin = fp((app, _, done) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  const takesTurns = app.hasRequestDecorator('takeTurn');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, parsed) => {
    if (text.trim() === '') {
      parsed(null, {});
      return;
    }
    const excess = findJsonExcess(text);
    if (excess !== undefined) {
      parsed(new ApiError('INVALID_REQUEST', `The body has ${excess}`, { in: 'body' }));
      return;
    }
    if (!takesTurns || text.length <= PARSED_IN_TURN) {
      void parse(request, text, parsed);
      return;
    }
    request.takeTurn().then(
      () => void parse(request, text, parsed),
      (error: unknown) => parsed(error instanceof Error ? error : new Error('No turn', { cause: error })),
    );
  });
  app.addHook('preValidation', (request, _reply, next) => {
    request.body ??= {};
    next();
  });
  done();
});
