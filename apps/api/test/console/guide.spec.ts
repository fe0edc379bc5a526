import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.js';
import { testHttpConfig, unreachableDependencies } from '../support/unreachable.js';

const FILES = {
  'index.html': '<!doctype html><title>Weir</title>',
  'api/index.html': '<!doctype html><title>The API</title>',
  'api/index.md': '# The API\n',
  'llms.txt': '# Weir\n',
  '404.html': '<!doctype html><title>Not here</title>',
  'assets/app.CAFE.js': 'export {};\n',
};

let directory: string;
let app: FastifyInstance;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weir-guide-'));
  for (const folder of ['api', 'assets']) await mkdir(join(directory, folder));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(directory, name), text);
  await writeFile(join(directory, '..', 'secret.txt'), 'secret');
  const { dependencies } = unreachableDependencies();
  app = await buildApp(dependencies, { ...testHttpConfig, guide: { directory } });
});
afterAll(async () => {
  await app.close();
  await rm(join(directory, '..', 'secret.txt'));
  await rm(directory, { recursive: true });
});

describe('the guide', () => {
  it.each([
    ['/guide/', 'index.html', 'text/html; charset=utf-8'],
    ['/guide/api/', 'api/index.html', 'text/html; charset=utf-8'],
    ['/guide/api/index.md', 'api/index.md', 'text/markdown; charset=utf-8'],
    ['/guide/llms.txt', 'llms.txt', 'text/plain; charset=utf-8'],
    ['/llms.txt', 'llms.txt', 'text/plain; charset=utf-8'],
  ] as const)('has at %s what is in %s, and a policy without anything inline', async (url, name, type) => {
    const { statusCode, body, headers } = await app.inject(url);
    expect([statusCode, body, headers['content-type']]).toEqual([200, FILES[name], type]);
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';(?!.*'unsafe-(?:inline|eval)')/) as string,
    });
  });

  it('has its assets kept for ever, and is found without the last slash', async () => {
    expect((await app.inject('/guide/assets/app.CAFE.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await app.inject('/guide')).headers['location']).toBe('/guide/');
  });

  it.each(['/guide/gone.html', '/guide/../secret.txt', '/guide/%2e%2e/secret.txt', '/guide/..%2fsecret.txt'])(
    'has nothing at %s',
    async (url) => {
      const { statusCode, body } = await app.inject(url);
      expect([403, 404]).toContain(statusCode);
      expect(body).not.toContain('secret\n');
    },
  );

  it('shows browsers an error page, and programs the usual error', async () => {
    const ask = (accept: string) => app.inject({ url: '/guide/gone.html', headers: { accept } });
    const shown = await ask('text/html,application/xhtml+xml,*/*;q=0.8');
    expect([shown.statusCode, shown.body]).toEqual([404, FILES['404.html']]);
    expect(shown.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'Accept',
      'content-security-policy': expect.stringMatching(/^default-src 'none';/) as string,
    });
    for (const accept of ['*/*', 'application/json'])
      expect((await ask(accept)).json()).toMatchObject({ success: false, code: 'ROUTE_NOT_FOUND' });
  });

  it('is off unless it is turned on, and says at the start that it was not built', async () => {
    const { dependencies } = unreachableDependencies();
    const without = await buildApp(dependencies, testHttpConfig);
    expect((await without.inject('/guide/')).statusCode).toBe(404);
    expect((await without.inject('/llms.txt')).statusCode).toBe(404);
    await without.close();
    const empty = join(directory, 'assets');
    await expect(buildApp(dependencies, { ...testHttpConfig, guide: { directory: empty } })).rejects.toThrow(
      `GUIDE is on, and ${empty} holds no pages. Build them: npm run docs:site`,
    );
  });
});
