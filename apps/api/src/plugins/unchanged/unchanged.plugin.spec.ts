import fastify, { type FastifyInstance } from 'fastify';
import { accessPlugin, OPEN } from '../access/access.plugin.js';
import { callerReaders } from '../access/caller.js';
import { unchangedPlugin } from './unchanged.plugin.js';

/** An app whose route counts how often it had to make its answer. */
const createApp = async () => {
  const state: { stamp: string | undefined; made: number; stamps: number } = { stamp: '1', made: 0, stamps: 0 };
  const app = fastify();
  const callers = callerReaders('header', 'devnet', () => Promise.resolve());
  await app.register(accessPlugin, { mode: 'header', callers });
  await app.register(unchangedPlugin, {
    hasOtherSources: false,
    stamp: (topics) => {
      state.stamps += 1;
      return Promise.resolve(state.stamp && `${topics.join(',')} ${state.stamp}`);
    },
  });
  const querystring = { type: 'object', properties: { limit: { type: 'integer' }, cursor: { type: 'string' } } };
  const config = { access: OPEN, unchanging: () => ['topic'] };
  app.get('/list', { schema: { querystring }, config }, () => ({ made: (state.made += 1) }));
  app.get('/fails', { config: { access: OPEN, unchanging: () => ['topic'] } }, (_, reply) =>
    reply.code(404).send({ made: (state.made += 1) }),
  );
  app.get('/live', { config: { access: OPEN } }, () => ({ made: (state.made += 1) }));
  return { app, state };
};

describe('unchanging routes', () => {
  const made = async (app: FastifyInstance, url: string): Promise<number> =>
    (await app.inject(url)).json<{ made: number }>().made;
  /** What is asked for the first time is not kept. */
  const ask = async (app: FastifyInstance, state: { made: number }, ...urls: readonly string[]): Promise<void> => {
    for (const url of urls) await app.inject(url);
    state.made = 0;
  };

  it('make their answer once while nothing changes, and again after a change', async () => {
    const { app, state } = await createApp();
    await ask(app, state, '/list');
    const first = await app.inject('/list');
    const second = await app.inject('/list');
    expect(second.body).toBe(first.body);
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(state.made).toBe(1);
    state.stamp = '2';
    expect(await made(app, '/list')).toBe(2);
  });

  it('answer each question by itself', async () => {
    const { app, state } = await createApp();
    await ask(app, state, '/list?limit=1', '/list?limit=2');
    expect(await made(app, '/list?limit=1')).toBe(1);
    expect(await made(app, '/list?limit=2')).toBe(2);
    expect(await made(app, '/list?limit=1')).toBe(1);
  });

  it('are cached by what was asked, not by how', async () => {
    const { app, state } = await createApp();
    await ask(app, state, '/list?cursor=a&limit=1');
    expect(await made(app, '/list?limit=1&cursor=a')).toBe(1);
    for (const url of [
      '/list?cursor=a&limit=1',
      '/list?limit=01&cursor=%61',
      '/list?limit=1&cursor=a&_=2',
      '/list?x&limit=1&cursor=a',
    ])
      expect(await made(app, url)).toBe(1);
    expect(await made(app, '/list?limit=1')).toBe(2);
  });

  it('read no stamp at the first request of an answer, and keep a repeated answer even after a change', async () => {
    const { app, state } = await createApp();
    expect([await made(app, '/list'), state.stamps]).toEqual([1, 0]);
    state.stamp = '2';
    expect([await made(app, '/list'), await made(app, '/list'), state.stamps]).toEqual([2, 2, 2]);
  });

  it('make each answer again while changes are unknown', async () => {
    const { app, state } = await createApp();
    state.stamp = undefined;
    expect([await made(app, '/list'), await made(app, '/list')]).toEqual([1, 2]);
  });

  it('never repeat a refusal, nor an answer of a route that is not marked', async () => {
    const { app } = await createApp();
    expect([await made(app, '/fails'), await made(app, '/fails')]).toEqual([1, 2]);
    expect([await made(app, '/live'), await made(app, '/live')]).toEqual([3, 4]);
  });

  it('may not look at their caller', async () => {
    const { app } = await createApp();
    const access = { ...OPEN, caller: 'optional' } as const;
    expect(() => app.get('/mine', { config: { access, unchanging: () => [] } }, () => ({}))).toThrow(
      'looks at its caller',
    );
  });
});
