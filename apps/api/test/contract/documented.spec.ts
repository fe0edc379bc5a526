import type { FastifyInstance } from 'fastify';
import { assertDocumented } from '@weir/openapi';
import { buildApp } from '../../src/app.js';
import { testHttpConfig } from '../support/http-config.js';
import { unreachableDependencies } from '../support/unreachable.js';

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
