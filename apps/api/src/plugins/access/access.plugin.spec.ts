import fastify from 'fastify';
import { accessPlugin } from './access.plugin.js';
import { OPEN } from './route-access.js';

const build = async () => {
  const app = fastify();
  await app.register(accessPlugin, { network: 'devnet' });
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
    expect(app.routeTable).toEqual([{ method: 'POST', url: '/api/x', caller: 'optional', role: 'anyone', states: 'any' }]);
  });

  it("runs before a route's own hooks", async () => {
    const app = await build();
    const calls: string[] = [];
    const onRequest = (_request: unknown, _reply: unknown, next: () => void) => {
      calls.push('own');
      next();
    };
    app.get('/api/x', { config: { access: { ...OPEN, caller: 'required' } }, onRequest }, () => 'x');
    expect((await app.inject('/api/x')).statusCode).toBe(500);
    expect(calls).toEqual([]);
  });
});
