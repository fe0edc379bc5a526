import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import { createLogger, createServer } from '@weir/http';
import { deferred, eventually } from '@weir/testing';
import { buildApp } from '../../src/app.js';
import type { HttpConfig } from '../../src/config/config.js';
import type { Refusal } from '../support/client.js';
import { openRaw, requestOf, statusesIn } from '../support/raw-connection.js';
import { testHttpConfig, unreachableDependencies } from '../support/unreachable.js';

const limit = (max: number): HttpConfig['rateLimit'] => ({ max, windowMs: 60_000, store: 'memory' });
const apps: FastifyInstance[] = [];
const build = async (changes: Partial<HttpConfig> = {}): Promise<FastifyInstance> => {
  const app = await buildApp(unreachableDependencies().dependencies, { ...testHttpConfig, ...changes });
  apps.push(app);
  return app;
};
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));
/** An app with the usual settings, for what needs one of no state. */
let usual: FastifyInstance;
beforeAll(async () => {
  usual = await buildApp(unreachableDependencies().dependencies, testHttpConfig);
});
afterAll(() => usual.close());

/** All that a connection answers to some words. */
const talk = async (app: FastifyInstance, words: string): Promise<string> => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1', () => socket.write(words));
  return text(socket);
};

describe('security headers', () => {
  it('let nothing be embedded or run', async () => {
    const { headers } = await usual.inject('/health');
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  });
});

describe('CORS', () => {
  const preflight = (origin: string): InjectOptions => ({
    method: 'OPTIONS',
    url: '/api/streams/create',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-user-address,content-type',
    },
  });

  it('is open to all pages by default', async () => {
    const { statusCode, headers } = await usual.inject(preflight('https://any.example'));
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers':
        'content-type, x-user-address, x-request-id, authorization, if-none-match, last-event-id, idempotency-key',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('is open to the pages that are listed, and no others', async () => {
    const app = await build({ corsOrigins: ['https://app.example'] });
    expect((await app.inject(preflight('https://app.example'))).headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
    });
    expect((await app.inject(preflight('https://evil.example'))).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
  });
});

describe('the rate limit', () => {
  it('counts requests, reports the rest, refuses, and says when to retry', async () => {
    const app = await build({ rateLimit: limit(3) });
    const first = await app.inject('/docs/json');
    expect(first.headers).toMatchObject({
      'ratelimit-limit': '3',
      'ratelimit-remaining': '2',
      'ratelimit-reset': '60',
    });
    await app.inject('/nowhere');
    await app.inject('/docs/json');
    const refused = await app.inject('/nowhere');
    expect(refused.statusCode).toBe(429);
    expect(refused.json<Refusal>()).toMatchObject({ success: false, code: 'RATE_LIMITED', retryable: true });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const probe = await app.inject('/health');
    expect(probe.statusCode).toBe(200);
  });

  it('counts those who are refused for want of a caller', async () => {
    const app = await build({ rateLimit: limit(2) });
    const statuses: number[] = [];
    for (let tries = 0; tries < 3; tries += 1)
      statuses.push((await app.inject({ method: 'POST', url: '/api/streams/create' })).statusCode);
    expect(statuses).toEqual([401, 401, 429]);
  });

  it('counts clients behind a trusted proxy one by one', async () => {
    const app = await build({ rateLimit: limit(1), trustProxy: '127.0.0.1' });
    const from = (address: string) => app.inject({ url: '/docs/json', headers: { 'x-forwarded-for': address } });
    expect((await from('192.0.2.1')).statusCode).toBe(200);
    expect((await from('192.0.2.2')).statusCode).toBe(200);
    expect((await from('192.0.2.1')).statusCode).toBe(429);
    // Some proxies name the port as well, another one each time.
    expect((await from('192.0.2.1:4711')).statusCode).toBe(429);
    expect((await from('[2001:db8::1]:4711')).statusCode).toBe(200);
    expect((await from('[2001:db8::2]:4712')).statusCode).toBe(429);
  });

  it('does not believe in proxies nobody trusts', async () => {
    const app = await build({ rateLimit: limit(1) });
    const from = (address: string) => app.inject({ url: '/docs/json', headers: { 'x-forwarded-for': address } });
    expect((await from('192.0.2.1')).statusCode).toBe(200);
    expect((await from('192.0.2.2')).statusCode).toBe(429);
  });
});

describe('/metrics', () => {
  it('measures by route, never by path', async () => {
    const app = await build();
    await app.inject('/api/streams/nonsense');
    await app.inject('/nowhere/at/all');
    const { body, headers } = await app.inject('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/api/streams/:id",status="400"} 1');
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="unknown",status="404"} 1');
    expect(body).toContain('process_cpu_seconds_total');
    expect(body).not.toContain('nonsense');
  });
});

describe('/metrics with a token', () => {
  it('shows metrics only to callers with the token', async () => {
    const app = await build({ metricsToken: 'the-token-of-this-test' });
    const ask = (authorization?: string) =>
      app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
    expect((await ask('Bearer the-token-of-this-test')).statusCode).toBe(200);
    for (const other of [undefined, 'Bearer the-token-of-this-tesT', 'the-token-of-this-test', 'Bearer ']) {
      const refused = await ask(other);
      expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
      expect(refused.json<Refusal>()).toMatchObject({ success: false, code: 'TOKEN_INVALID' });
      expect(refused.body).not.toContain('the-token');
    }
    expect((await app.inject('/health')).statusCode).toBe(200);
  });
});

describe('/docs', () => {
  it('serves the page and the document', async () => {
    const app = usual;
    const page = await app.inject('/docs/');
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    for (const asset of [
      '/docs/static/swagger-ui-bundle.js',
      '/docs/static/swagger-initializer.js',
      '/docs/static/swagger-ui.css',
    ]) {
      expect((await app.inject(asset)).statusCode).toBe(200);
    }
    expect((await app.inject('/docs/json')).json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Weir' } });
  });
});

describe('files of /docs', () => {
  const FILE = '/docs/static/swagger-ui.css';
  it.each([
    ['/docs/static/..%5cx', {}, 403, 'FORBIDDEN'],
    ['/docs/static/%00', {}, 400, 'MALFORMED_REQUEST'],
    ['/docs/static/nothing.css', {}, 404, 'ROUTE_NOT_FOUND'],
    [FILE, { range: 'bytes=99999999-' }, 416, 'RANGE_NOT_SATISFIABLE'],
    [FILE, { 'if-match': '"other"' }, 412, 'PRECONDITION_FAILED'],
    [FILE, { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 412, 'PRECONDITION_FAILED'],
  ])('refuse %s with %j', async (url, headers, status, code) => {
    const { statusCode, body } = await usual.inject({ url, headers });
    expect([statusCode, JSON.parse(body)]).toMatchObject([status, { success: false, code }]);
  });

  it('lead nowhere else', async () => {
    const answer = await talk(await build(), requestOf('GET', '/docs/static/%2e%2e/x', ['connection: close']));
    expect([statusesIn(answer), answer]).toEqual([[403], expect.stringContaining('"code":"FORBIDDEN"')]);
  });

  it('give what a range or a condition asks for', async () => {
    const app = usual;
    const part = await app.inject({ url: FILE, headers: { range: 'bytes=0-9' } });
    expect([part.statusCode, part.body.length]).toEqual([206, 10]);
    const { etag } = part.headers;
    const again = await app.inject({ url: FILE, headers: { 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
  });
});

describe('a service that stops', () => {
  it('refuses what comes on open connections in its own words, and says when to come back', async () => {
    const { dependencies } = unreachableDependencies();
    let fail: (reason: Error) => void = () => undefined;
    const pending = new Promise<never>((_, reject) => (fail = reject));
    const isAsked = deferred();
    const readiness = () => {
      isAsked.resolve();
      return pending;
    };
    const app = await buildApp({ ...dependencies, readiness }, testHttpConfig);
    let requests = 0;
    app.server.on('request', () => (requests += 1));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const ask = (path: string) => requestOf('GET', path);
    const { socket, ended } = await openRaw(`http://127.0.0.1:${port}`);
    // Under way while it stops; what is asked meanwhile comes after it.
    socket.write(ask('/ready'));
    await isAsked.promise;
    const closed = app.close();
    socket.write(ask('/api/streams'));
    await eventually(() => expect(requests).toBe(2));
    fail(new Error('No more'));
    const words = await ended;
    await closed;
    expect(statusesIn(words)).toEqual([500, 503]);
    const refusal = words.slice(words.lastIndexOf('HTTP/1.1 503'));
    expect(refusal).toMatch(/retry-after: 5\r\n/i);
    expect(refusal).toMatch(/connection: close\r\n/i);
    const id = /x-request-id: (\S+)\r\n/i.exec(refusal)?.[1];
    expect(JSON.parse(refusal.slice(refusal.indexOf('{')))).toMatchObject({
      success: false,
      code: 'OVERLOADED',
      retryable: true,
      requestId: id,
    });
  });
});

describe('the log', () => {
  it('names clients by their network alone, refused ones too', async () => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
    const app = await buildApp(
      { ...unreachableDependencies().dependencies, logger },
      { ...testHttpConfig, rateLimit: limit(1) },
    );
    apps.push(app);
    for (const remoteAddress of ['198.51.100.77', '198.51.100.77', '2001:db8:7:8:9::1'])
      await app.inject({ url: '/nowhere', remoteAddress });
    expect(lines.join('')).toMatch(
      /"client":"198\.51\.100\.0\/24"[\s\S]*"statusCode":429[\s\S]*"client":"2001:db8:7::\/48"/,
    );
    expect(lines.join('')).not.toMatch(/198\.51\.100\.77|2001:db8:7:8/);
    expect(lines.filter((line) => line.includes('"url":"/…"'))).toHaveLength(3);
  });

  it('names the route where a path holds a secret', async () => {
    const lines: string[] = [];
    const logger = createLogger('trace', { write: (line: string) => void lines.push(line) });
    const app = await buildApp({ ...unreachableDependencies().dependencies, logger }, testHttpConfig);
    apps.push(app);
    const secret = 'S'.repeat(43);
    await app.inject(`/api/calendar/${secret}.ics`);
    expect(lines.join('')).toContain('"url":"/api/calendar/:file"');
    const methods = ['GET', 'OPTIONS', 'PROPFIND', 'PUT', 'DELETE', 'POST', 'HEAD', 'PATCH'] as const;
    const paths = [`/api/calendar/${secret}.ics`, `/api/mail/links/${secret}`, `/api/airdrops/claim/${secret}`].flatMap(
      (path) => [
        ...[path, `/${path}`, path.replace('/api', '/API'), `${path}/x`, `${path}/`, path.replace('/api', '/%61pi')],
        ...[`${path}?a=${secret}`, `${path}%zz`, `/claim/${secret}`, `/${secret}`],
      ],
    );
    for (const method of methods)
      for (const url of paths) {
        const headers =
          method === 'OPTIONS' ? { origin: 'https://a.example', 'access-control-request-method': 'GET' } : {};
        await app.inject({ method: method as 'GET', url, headers: { ...headers, referer: `https://a.example${url}` } });
      }
    const targets = [`http://x/api/calendar/${secret}.ics`, `/api/calendar/${secret}.ics#x`];
    await talk(
      app,
      targets
        .map((target, at) => `GET ${target} HTTP/1.1\r\nhost: x\r\n${at === 0 ? '' : 'connection: close\r\n'}\r\n`)
        .join(''),
    );
    expect(lines.length).toBeGreaterThan(methods.length * paths.length);
    expect(lines.join('')).not.toContain(secret);
    expect((await app.inject('/metrics')).body).not.toContain(secret);
  });

  it('has one line of each request, also of one that no route takes or whose client leaves', async () => {
    const lines: string[] = [];
    const write = (line: string) => void lines.push(line);
    const { dependencies } = unreachableDependencies();
    const streams = { ...dependencies.streams, list: () => new Promise<never>(() => undefined) };
    const app = await buildApp({ ...dependencies, streams, logger: createLogger('info', { write }) }, testHttpConfig);
    apps.push(app);
    await talk(app, 'GET /nowhere HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    await app.inject('/%zz');
    const { port } = app.server.address() as AddressInfo;
    const arrived = once(app.server, 'request');
    const client = connect(port, '127.0.0.1', () => client.write('GET /api/streams HTTP/1.1\r\nhost: x\r\n\r\n'));
    const [, response] = (await arrived) as [unknown, ServerResponse];
    const left = once(response, 'close');
    client.destroy();
    await left;
    const logged = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ req }) => req !== undefined);
    expect(logged).toMatchObject([
      { msg: 'request completed', req: { url: '/…' }, res: { statusCode: 404 } },
      { msg: 'request refused', req: { url: '/…' }, res: { statusCode: 400 } },
      { msg: 'request ended by the client', req: { url: '/api/streams' } },
    ]);
  });

  it('says that a request was completed where a hook ends after the connection is closed', async () => {
    const lines: string[] = [];
    const write = (line: string) => void lines.push(line);
    const closed = new WeakMap<FastifyRequest, Promise<unknown>>();
    const app = createServer({
      config: testHttpConfig,
      logger: createLogger('info', { write }),
      errors: { toProblem: () => undefined },
    });
    apps.push(app);
    // @fastify/multipart has such a hook, which removes what was uploaded.
    app.addHook('onRequest', (request, reply, done) => {
      closed.set(request, once(reply.raw, 'close'));
      done();
    });
    app.addHook('onResponse', async (request) => {
      await closed.get(request);
    });
    await talk(app, 'GET /nowhere HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    const messages = () =>
      lines.map((line) => (JSON.parse(line) as { msg: string }).msg).filter((msg) => msg.startsWith('request'));
    await eventually(() => expect(messages()).toEqual(['request completed']));
  });
});

describe('what fails on our side', () => {
  it('is identified by its request id only', async () => {
    const response = await usual.inject('/api/streams');
    expect(response.statusCode).toBe(500);
    const body = response.json<Refusal>();
    expect(body).toMatchObject({ success: false, code: 'INTERNAL', requestId: response.headers['x-request-id'] });
    expect(response.body).not.toMatch(/reached|unreachable|\.ts/);
  });
});

describe('a connection', () => {
  it('that does not speak HTTP is answered like everything else', async () => {
    const answer = await talk(await build(), 'HELLO\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({
      success: false,
      code: 'MALFORMED_REQUEST',
      error: 'The request cannot be read',
    });
  });

  it.each([
    ['a request without a host', 'GET /health HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    [
      'an expectation',
      'POST /api/auth/nonce HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
      417,
      'EXPECTATION_FAILED',
    ],
  ])('that sends %s is answered like everything else', async (_, request, status, code) => {
    const answer = await talk(await build(), request);
    expect(statusesIn(answer)).toEqual([status]);
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ success: false, code });
  });

  it('of HTTP/1.0 needs no host, and one that expects 100-continue gets it', async () => {
    expect(statusesIn(await talk(await build(), 'GET /health HTTP/1.0\r\n\r\n'))).toEqual([200]);
    const asking =
      'GET /health HTTP/1.1\r\nhost: x\r\nexpect: 100-Continue\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';
    expect(statusesIn(await talk(await build(), asking)).at(-1)).toBe(200);
  });

  it('with too many headers is refused', async () => {
    const answer = await talk(
      await build(),
      `GET /health HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('"code":"HEADERS_TOO_LARGE"');
  });
});
