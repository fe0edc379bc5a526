import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.js';
import type { Refusal } from '../support/client.js';
import { ROUTES } from '../support/route-table.js';
import { testHttpConfig, unreachableDependencies } from '../support/unreachable.js';

const boundary = unreachableDependencies();
let directory: string;
let app: FastifyInstance;
let withConsole: FastifyInstance;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weir-console-'));
  await writeFile(join(directory, 'index.html'), '<html></html>');
  const console = {
    directory,
    devKitUrl: undefined,
    walletConnectProjectId: undefined,
    walletConnectRelayUrl: undefined,
    wizardConnectRelayUrl: undefined,
    transactionUrl: undefined,
    sourceUrl: undefined,
  };
  app = await buildApp(boundary.dependencies, testHttpConfig);
  withConsole = await buildApp(boundary.dependencies, { ...testHttpConfig, console });
});
afterAll(async () => {
  await Promise.all([app.close(), withConsole.close()]);
  await rm(directory, { recursive: true });
});

/** Parameters that no record has. */
const ODD = [
  'x'.repeat(501),
  'x'.repeat(5_000),
  '%78'.repeat(501),
  '%00',
  '%ff',
  '%',
  '%E0%A4%A',
  '%2e%2e%2f',
  ' '.repeat(3),
  '%20',
  '%F0%9F%98%80',
  '__proto__',
  '1;a=b',
  '-1',
];

describe('a path with an odd parameter', () => {
  it.each(ROUTES.filter(({ url }) => url.includes(':')))(
    'is refused as such by $method $url',
    async ({ method, url }) => {
      for (const odd of ODD) {
        const path = url.replaceAll(/:\w+/gu, odd.replaceAll(' ', '%20'));
        const { statusCode, body } = await app.inject({ method, url: path, ...(method === 'POST' && { payload: {} }) });
        // A parameter that the route takes leads on to the service, which has no such record.
        if (boundary.takeReached().length > 0) continue;
        const { code, message } = JSON.parse(body) as Refusal;
        expect([path.slice(0, 60), code, message]).not.toEqual([path.slice(0, 60), 'METHOD_NOT_ALLOWED', message]);
        expect([path.slice(0, 60), [400, 401, 404, 414].includes(statusCode), message]).toEqual([
          path.slice(0, 60),
          true,
          message,
        ]);
        boundary.takeReached();
      }
    },
  );

  describe.each([
    ['alone', () => app],
    ['that serves the console', () => withConsole],
  ])('of an API %s', (_, of) => {
    it.each(['GET', 'HEAD'] as const)(
      'answers 414 where a %s asks with a longer one than any route takes',
      async (method) => {
        const { statusCode, body } = await of().inject({ method, url: `/api/streams/${'x'.repeat(5_000)}` });
        expect(statusCode).toBe(414);
        if (method === 'GET')
          expect(JSON.parse(body)).toMatchObject({
            code: 'URI_TOO_LONG',
            message: 'A part of the path is longer than 500 characters',
          });
      },
    );

    it.each(['/api/streams/1', '/api/vaults/1/proposals'])(
      'names the methods of a route that does not take a PUT: %s',
      async (url) => {
        const { statusCode, body } = await of().inject({ method: 'PUT', url });
        expect([statusCode, (JSON.parse(body) as Refusal).code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
      },
    );
  });
});
