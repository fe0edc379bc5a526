import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.js';
import type { ConsoleConfig, HttpConfig } from '../../src/config/config.js';
import { testHttpConfig, unreachableDependencies } from '../support/unreachable.js';

const PAGE = '<!doctype html><title>Weir</title>';
const SCRIPT = 'export const answer = 42;\n'.repeat(200);
const DEV_KIT = 'http://127.0.0.1:3003/dev';
const PROJECT = '0123456789abcdef0123456789abcdef';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weir-console-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), PAGE);
  await writeFile(join(directory, 'config.json'), '{"apiUrl":"https://elsewhere.example"}');
  await writeFile(join(directory, 'assets/index-abc123.js'), SCRIPT);
  await writeFile(join(directory, 'assets/index-abc123.js.gz'), gzipSync(SCRIPT));
});
afterAll(() => rm(directory, { recursive: true }));

const apps: FastifyInstance[] = [];
const build = async (
  changes: Partial<ConsoleConfig> = {},
  network: HttpConfig['network'] = 'devnet',
): Promise<FastifyInstance> => {
  const console: ConsoleConfig = {
    directory,
    devKitUrl: undefined,
    walletConnectProjectId: undefined,
    transactionUrl: undefined,
    sourceUrl: undefined,
    walletConnectRelayUrl: undefined,
    wizardConnectRelayUrl: undefined,
    ...changes,
  };
  const app = await buildApp(unreachableDependencies().dependencies, { ...testHttpConfig, network, console });
  apps.push(app);
  return app;
};
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

describe('the console', () => {
  it.each(['/', '/streams/0198d3a5', '/claim/some-token', '/search?q=%23WEIR-BCH-000001'])(
    'has its one page at %s',
    async (url) => {
      const { statusCode, headers, body } = await (await build()).inject(url);
      expect([statusCode, body]).toEqual([200, PAGE]);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
    },
  );

  it('lets its page run its own files and ask its own API, and nothing inline', async () => {
    const policy = String((await (await build({}, 'mainnet')).inject('/')).headers['content-security-policy']);
    expect(policy.split(';')).toEqual(
      expect.arrayContaining([
        ...["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "connect-src 'self'"],
      ]),
    );
    expect(policy).not.toMatch(/'unsafe-(?:inline|eval)'|https?:/);
  });

  it('lets it reach the relay and the dev kit only where they are set up', async () => {
    const app = await build({ devKitUrl: DEV_KIT, walletConnectProjectId: PROJECT });
    const policy = String((await app.inject('/')).headers['content-security-policy']);
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:3003 wss://relay.walletconnect.org;");
    expect(policy).toContain('frame-src https://verify.walletconnect.org;');
    expect(policy).not.toMatch(/'unsafe-(?:inline|eval)'/);
    expect((await app.inject('/config.json')).json()).toEqual({
      apiUrl: '',
      devKitUrl: DEV_KIT,
      walletConnectProjectId: PROJECT,
      walletConnectRelayUrl: null,
      wizardConnectRelayUrl: null,
      transactionUrl: null,
      sourceUrl: null,
      guideUrl: null,
      price: null,
    });
  });

  it('lets it reach the relays that the operator names', async () => {
    const relays = { walletConnectRelayUrl: 'wss://relay.example', wizardConnectRelayUrl: 'ws://127.0.0.1:7777/' };
    const app = await build({ walletConnectProjectId: PROJECT, ...relays });
    const policy = String((await app.inject('/')).headers['content-security-policy']);
    expect(policy).toContain("connect-src 'self' wss://relay.example ws://127.0.0.1:7777;");
    expect((await app.inject('/config.json')).json()).toMatchObject(relays);
  });

  it('offers the dev kit on local chains alone', async () =>
    expect((await (await build({ devKitUrl: DEV_KIT }, 'chipnet')).inject('/config.json')).json()).toMatchObject({
      devKitUrl: null,
    }));

  it('has hashed files kept for ever, and sends them as they were compressed', async () => {
    const { headers, rawPayload } = await (
      await build()
    ).inject({ url: '/assets/index-abc123.js', headers: { 'accept-encoding': 'gzip' } });
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      'content-type': expect.stringMatching(/^(?:text|application)\/javascript; charset=utf-8$/) as string,
    });
    expect(gunzipSync(rawPayload).toString()).toBe(SCRIPT);
  });

  it.each(['/api/nothing', '/assets/gone-1.js', '/docs/nothing', '/health/x'])(
    'leaves %s to the API, which does not know it',
    async (url) => {
      const answer = await (await build()).inject({ url, headers: { accept: 'text/html' } });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'ROUTE_NOT_FOUND']);
    },
  );

  it.each(['/..%2f..%2fpackage.json', '/assets/..%2f..%2f..%2fetc%2fpasswd', '/%00.js'])(
    'gives nothing from outside its directory: %s',
    async (url) => {
      const { statusCode, headers } = await (await build()).inject(url);
      expect(statusCode).toBeGreaterThanOrEqual(400);
      expect(statusCode).toBeLessThan(500);
      expect(headers['content-type']).toContain('json');
    },
  );

  it('changes nothing about methods', async () => {
    const app = await build();
    expect((await app.inject({ method: 'POST', url: '/streams/x' })).statusCode).toBe(404);
    expect((await app.inject({ method: 'GET', url: '/api/streams/create' })).statusCode).not.toBe(200);
  });

  it('leads people who open a claim link to its page, and gives programs the record', async () => {
    const app = await build();
    const open = (accept: string) =>
      app
        .inject({ url: '/api/airdrops/claim/a-token_1', headers: { accept } })
        .then(({ statusCode, headers }) => [statusCode, headers.location, String(headers.vary).includes('Accept')]);
    expect(await open('text/html,application/xhtml+xml,*/*;q=0.8')).toEqual([303, '/claim/a-token_1', true]);
    // Nothing answers behind these routes: what matters is that they were asked.
    expect((await open('application/json'))[0]).toBeGreaterThanOrEqual(500);
    expect((await open('*/*'))[0]).toBeGreaterThanOrEqual(500);
  });

  it('is not there unless it was asked for', async () => {
    const app = await buildApp(unreachableDependencies().dependencies, testHttpConfig);
    apps.push(app);
    expect((await app.inject('/')).statusCode).toBe(404);
    expect((await app.inject('/config.json')).statusCode).toBe(404);
  });

  it('stops the start where it was not built, and says how', async () =>
    await expect(build({ directory: join(directory, 'assets') })).rejects.toThrow(
      /holds no console\. Build it: npx nx build console/,
    ));
});
