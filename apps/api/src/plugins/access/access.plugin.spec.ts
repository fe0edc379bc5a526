import fastify from 'fastify';
import { accessPlugin, OPEN } from './access.plugin.js';
import { callerReaders } from './caller.js';

const build = async (mode: 'header' | 'signed' = 'header') => {
  const app = fastify();
  await app.register(accessPlugin, { mode, callers: callerReaders('header', 'devnet', () => Promise.resolve()) });
  return app;
};

describe('accessPlugin', () => {
  it('refuses a route under /api that does not declare its access', async () => {
    const app = await build();
    expect(() => app.get('/api/forgotten', () => 'x')).toThrow('Route GET /api/forgotten does not declare its access');
  });

  it('keeps a table of those that do', async () => {
    const app = await build();
    app.post('/api/x', { config: { access: { ...OPEN, caller: 'optional' } } }, () => 'x');
    app.get('/elsewhere', () => 'x');
    expect(app.routeTable).toEqual([
      { method: 'POST', url: '/api/x', bodyLimit: 16_384, caller: 'optional', role: 'anyone', states: 'any' },
    ]);
  });

  it.each([
    ['header', 200],
    ['signed', 500],
  ] as const)('lets the body stand for the caller in %s mode or not', async (mode, status) => {
    const app = await build(mode);
    app.post('/api/x', { config: { access: { ...OPEN, caller: 'in-body' } } }, () => 'x');
    // A bare server has no words for the refusal.
    expect((await app.inject({ method: 'POST', url: '/api/x' })).statusCode).toBe(status);
  });

  it('keeps answers that depend on their caller from caches, and refusals of them', async () => {
    const app = await build();
    app.addHook('onRequest', (_request, reply, next) => {
      reply.header('vary', 'Origin');
      next();
    });
    app.get('/api/open', { config: { access: OPEN } }, () => 'x');
    for (const caller of ['optional', 'in-body', 'required', 'authenticated', 'optionally-authenticated'] as const)
      app.get(`/api/${caller}`, { config: { access: { ...OPEN, caller } } }, () => 'x');
    expect((await app.inject('/api/open')).headers).not.toHaveProperty('cache-control');
    for (const { url } of app.routeTable.filter(({ caller }) => caller !== 'none'))
      expect([url, (await app.inject(url)).headers]).toMatchObject([
        url,
        { 'cache-control': 'private, no-store', vary: 'Origin, Authorization, x-user-address' },
      ]);
  });

  it("runs before a route's own hooks", async () => {
    const app = await build();
    const calls: string[] = [];
    const preParsing = (_request: unknown, _reply: unknown, _payload: unknown, next: () => void) => {
      calls.push('own');
      next();
    };
    app.get('/api/x', { config: { access: { ...OPEN, caller: 'required' } }, preParsing }, () => 'x');
    expect((await app.inject('/api/x')).statusCode).toBe(500);
    expect(calls).toEqual([]);
  });
});
