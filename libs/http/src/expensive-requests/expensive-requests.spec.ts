import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { eventually } from '@weir/testing';
import { createReplyWithProblem } from '../errors/reply-with-problem.js';
import { expensiveRequestsPlugin } from './expensive-requests.js';

/** Under way and waiting of one client at most. */
const AT_ONCE = 2;
const WAITING = 1_000;
const BEYOND = 20;

/** Passes while a request waits for what is never there. */
const LIMIT_MS = 20;

let app: FastifyInstance;
let release: () => void;
/** What became of the turns that requests asked for after their time. */
let late: string[];

beforeEach(async () => {
  const replyWithProblem = createReplyWithProblem({ toProblem: () => undefined });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  app = Fastify({ trustProxy: true });
  app.setErrorHandler((error, request, reply) => replyWithProblem(error, request, reply));
  await app.register(expensiveRequestsPlugin, { atOncePerClient: AT_ONCE });
  app.get('/expensive', { config: { work: 'expensive' } }, () => released.then(() => ({})));
  app.get('/light', () => ({}));
  late = [];
  const takeLate = (request: FastifyRequest) =>
    request.takeTurn().then(
      () => late.push('went on'),
      () => late.push('gave up'),
    );
  app.get('/away', { handlerTimeout: LIMIT_MS }, async (request) => {
    await request.takeTurn();
    request.leaveTurn();
    await released;
    await takeLate(request);
  });
  app.get('/waiting', { handlerTimeout: LIMIT_MS }, takeLate);
  await app.ready();
});
afterEach(async () => {
  release();
  await app.close();
});

// An answer to wait for is a request that is sent: what inject returns alone is sent when it is first waited for.
const get = async (url: string, client: string) =>
  await app.inject({ method: 'GET', url, headers: { 'x-forwarded-for': client } });

/** Asks so often, of work that does not end. @returns the first that are refused, once they are, and all answers, once all are given */
const askBeyond = async (client: string) => {
  const all = Array.from({ length: AT_ONCE + WAITING + BEYOND }, () => get('/expensive', client));
  const refused = await Promise.all(all.slice(AT_ONCE + WAITING));
  return { refused, all: Promise.all(all) };
};

describe('expensive work of one client beyond what may wait', () => {
  it('is refused, with when to come again; all that waits is answered', async () => {
    const { refused, all } = await askBeyond('192.0.2.1');
    for (const answer of refused) {
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '2']);
      expect(answer.json()).toMatchObject({
        code: 'RATE_LIMITED',
        details: { waiting: WAITING, retryAfterSeconds: 2 },
      });
    }
    release();
    const served = (await all).slice(0, AT_ONCE + WAITING).map(({ statusCode }) => statusCode);
    expect(new Set(served)).toEqual(new Set([200]));
    expect((await get('/expensive', '192.0.2.1')).statusCode).toBe(200);
  });

  it('keeps neither its light questions nor the expensive ones of others waiting', async () => {
    await askBeyond('192.0.2.1');
    expect((await get('/light', '192.0.2.1')).statusCode).toBe(200);
    const other = get('/expensive', '198.51.100.1');
    release();
    expect((await other).statusCode).toBe(200);
  });
});

describe('work that goes on after its request was answered', () => {
  it('takes no turn, which nobody would give back', async () => {
    const timedOut = await Promise.all(Array.from({ length: AT_ONCE }, () => get('/away', '192.0.2.1')));
    expect(timedOut.map(({ statusCode }) => statusCode)).not.toContain(200);
    release();
    await eventually(() => expect(late).toEqual(Array<string>(AT_ONCE).fill('went on')));
    expect((await get('/expensive', '192.0.2.1')).statusCode).toBe(200);
  });

  it('waits for none any more', async () => {
    const busy = Array.from({ length: AT_ONCE }, () => get('/expensive', '192.0.2.1'));
    expect((await get('/waiting', '192.0.2.1')).statusCode).not.toBe(200);
    await eventually(() => expect(late).toEqual(['gave up']));
    release();
    await Promise.all(busy);
  });
});
